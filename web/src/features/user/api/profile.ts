import { type CallInput, user } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { updateCurrentUser } from './current-user.ts';

export const updateProfile = mutationOptions({
  mutationFn: async (input: CallInput<typeof user.update>) => (await call(user.update, input)).data,
  onSuccess: (person, _input, _result, { client }) => updateCurrentUser(client, person),
});

/** null removes the picture. */
export const changeAvatar = mutationOptions({
  mutationFn: async (picture: Blob | null) =>
    (await (picture ? call(user.setAvatar, { picture }) : call(user.removeAvatar))).data,
  onSuccess: (person, _input, _result, { client }) => updateCurrentUser(client, person),
});

export const checkEmail = mutationOptions({
  mutationFn: async (input: CallInput<typeof user.checkEmail>) => (await call(user.checkEmail, input)).data,
});

export const changeEmail = mutationOptions({
  mutationFn: (input: CallInput<typeof user.changeEmail>) => call(user.changeEmail, input),
});

/** Needs no session, and ends all sessions of the person. */
export const revertEmail = mutationOptions({
  mutationFn: async (token: string) => (await call(user.revertEmail, { body: { token } })).data,
});

export const confirmEmail = mutationOptions({
  mutationFn: async (input: CallInput<typeof user.confirmEmail>) => (await call(user.confirmEmail, input)).data,
  onSuccess: (person, _input, _result, { client }) => updateCurrentUser(client, person),
});
