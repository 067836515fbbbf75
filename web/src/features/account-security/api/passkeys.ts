import { type CallInput, passkeys } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { createOwnPasskey } from './own-passkeys.ts';
import { twoFactorQuery } from './two-factor.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: async ({ signal }) => (await call(passkeys.list, { signal })).data,
});

export const addPasskey = mutationOptions({
  mutationFn: createOwnPasskey,
  gcTime: 0,
  onSettled: (_data, _error, _input, _result, { client }) =>
    Promise.all([client.invalidateQueries(passkeysQuery), client.invalidateQueries(twoFactorQuery)]),
});

export const renamePasskey = mutationOptions({
  mutationFn: (input: CallInput<typeof passkeys.rename>) => call(passkeys.rename, input),
  onSettled: (_data, _error, _input, _result, { client }) => client.invalidateQueries(passkeysQuery),
});

export const removePasskey = mutationOptions({
  mutationFn: (input: CallInput<typeof passkeys.remove>) => call(passkeys.remove, input),
  gcTime: 0,
  onSettled: (_data, _error, _input, _result, { client }) =>
    Promise.all([client.invalidateQueries(passkeysQuery), client.invalidateQueries(twoFactorQuery)]),
});
