import { auth, type User } from '@sheaf/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/http.ts';

export const currentUserQuery = queryOptions({
  queryKey: ['user', 'current'],
  queryFn: async ({ signal }) => (await call(auth.user, { signal })).data,
});

/** Takes over what another call told about the person, without asking again. */
export function updateCurrentUser(client: QueryClient, change: Partial<User>): void {
  client.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, ...change });
}
