import { type CallInput, user } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { updateCurrentUser } from './current-user.ts';

export const checkEmail = mutationOptions({
  mutationFn: async (input: CallInput<typeof user.checkEmail>) => (await call(user.checkEmail, input)).data,
});

export const changeEmail = mutationOptions({
  mutationFn: (input: CallInput<typeof user.changeEmail>) => call(user.changeEmail, input),
});

export const confirmEmail = mutationOptions({
  mutationFn: async (input: CallInput<typeof user.confirmEmail>) => (await call(user.confirmEmail, input)).data,
  onSuccess: (person, _input, _result, { client }) => updateCurrentUser(client, person),
});
