import { organizations } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await call(organizations.list, { signal })).data,
});

/** The plan of the current organization, and the person’s role in it. */
export const organizationInfoQuery = queryOptions({
  queryKey: ['organizations', 'info'],
  queryFn: async ({ signal }) => (await call(organizations.info, { signal })).data,
});
