import { auth } from '@sheaf/contract';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';

/** Whether anyone has an account here, and where email goes. A page that can’t know does without. */
export const installationQuery = queryOptions({
  queryKey: ['installation'],
  queryFn: async ({ signal }) => (await call(auth.installation, { signal })).data,
  meta: { quiet: true },
});
