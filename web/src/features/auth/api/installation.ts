import { auth } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

/** Whether the server has accounts, and where its email goes. Pages do without it if it fails to load. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: async ({ signal }) => (await call(auth.installation, { signal })).data,
  meta: { quiet: true },
});
