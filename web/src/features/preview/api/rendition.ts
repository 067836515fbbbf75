import { renditions } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';

/** At first, and of one that takes longer. */
const [soonMs, laterMs] = [1_500, 10_000];

/** The PDF of an old office file, asked for until it is there. */
export const renditionQuery = (id: string) =>
  queryOptions({
    queryKey: [...organizationKey('documents'), 'rendition', id],
    queryFn: async ({ signal }) => (await call(renditions.prepare, { params: { id }, signal })).data,
    refetchInterval: ({ state }) =>
      state.data?.state === 'preparing' && (state.dataUpdateCount < 40 ? soonMs : laterMs),
    // The state of the view says so.
    meta: { quiet: true },
  });
