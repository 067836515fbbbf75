import { type CallInput, passkeys } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { createPasskey } from '../../../lib/browser/passkeys.ts';
import { twoFactorQuery } from './two-factor.ts';

export const passkeysQuery = queryOptions({
  queryKey: ['user', 'passkeys'],
  queryFn: async ({ signal }) => (await call(passkeys.list, { signal })).data,
});

type Proof = CallInput<typeof passkeys.options>['body'];

/** Proves who it is, has the browser create the passkey, and keeps it. */
export const addPasskey = mutationOptions({
  mutationFn: async ({ name, ...proof }: Proof & { name: string }) => {
    const { data } = await call(passkeys.options, { body: proof });
    const response = await createPasskey(data.options);
    return (await call(passkeys.create, { body: { name, response } })).data;
  },
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
