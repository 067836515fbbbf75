import { type CallInput, user } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';
import { updateCurrentUser } from './current-user.ts';

export const updateProfile = mutationOptions({
  mutationFn: async (input: CallInput<typeof user.update>) => (await call(user.update, input)).data,
  onSuccess: (person, _input, _result, { client }) => updateCurrentUser(client, person),
});
