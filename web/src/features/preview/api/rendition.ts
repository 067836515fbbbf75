import { renditions } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { whilePreparing } from '../../../lib/api/while-preparing.ts';

/** The PDF of an old office file, polled until it is ready. */
export const renditionQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'rendition', id],
    queryFn: async ({ signal }) => (await call(renditions.prepare, { params: { id }, signal })).data,
    refetchInterval: whilePreparing,
    // The view shows the error.
    meta: { quiet: true },
  });
