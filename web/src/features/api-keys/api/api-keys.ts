import { apiKeys, type CallInput } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

const list = () => [...organizationKey('api-keys'), 'list'];

/** One's keys in the current workspace, newest first. */
export const apiKeysQuery = () =>
  queryOptions({
    queryKey: list(),
    queryFn: async ({ signal }) => (await call(apiKeys.list, { signal })).data,
  });

/** Only this answer contains the key. */
export const createApiKey = mutationOptions({
  mutationFn: async (input: CallInput<typeof apiKeys.create>) => (await call(apiKeys.create, input)).data,
  // Never kept: it holds the key and the password.
  gcTime: 0,
  onSuccess: (_data, _input, _result, { client }) => void client.invalidateQueries({ queryKey: list() }),
});

export const revokeApiKey = mutationOptions({
  mutationFn: (id: string) => call(apiKeys.revoke, { params: { id } }),
  onSettled: (_data, _error, _id, _result, { client }) => client.invalidateQueries({ queryKey: list() }),
});
