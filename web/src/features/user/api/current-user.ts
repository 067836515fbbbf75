import { auth, type User } from '@sheaf/contract';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

export const currentUserQuery = queryOptions({
  queryKey: ['user', 'current'],
  queryFn: async ({ signal }) => (await call(auth.user, { signal })).data,
});

/** Updates the cached user with the answer of another call. */
export function updateCurrentUser(client: QueryClient, change: Partial<User>): void {
  client.setQueryData(currentUserQuery.queryKey, (user) => user && { ...user, ...change });
}
