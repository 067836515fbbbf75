import { type CallInput, user } from '@sheaf/contract';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: async ({ signal }) => (await call(user.sessions, { signal })).data,
});

/** Ends every other session too. */
export const updatePassword = mutationOptions({
  mutationFn: (input: CallInput<typeof user.updatePassword>) => call(user.updatePassword, input),
  onSuccess: (_data, _input, _result, { client }) => client.invalidateQueries(sessionsQuery),
});

export const endSession = mutationOptions({
  mutationFn: (id: string) => call(user.endSession, { params: { id } }),
  onSettled: (_data, _error, _id, _result, { client }) => client.invalidateQueries(sessionsQuery),
});

export const endOtherSessions = mutationOptions({
  mutationFn: () => call(user.endOtherSessions),
  onSettled: (_data, _error, _input, _result, { client }) => client.invalidateQueries(sessionsQuery),
});
