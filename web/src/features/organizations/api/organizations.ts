import { organizations } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: async ({ signal }) => (await call(organizations.list, { signal })).data,
});

/** Plan of the current organisation, and the role of the person in it. */
export const organizationInfoQuery = queryOptions({
  queryKey: ['organizations', 'info'],
  queryFn: async ({ signal }) => (await call(organizations.info, { signal })).data,
});
