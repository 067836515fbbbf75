import { archives } from '@sheaf/contract';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';

/** What is in a folder of an archive; at its top level, the path is empty. */
export const archiveQuery = (id: string, path: string) => ({
  ...pagedOptions([...organizationKey('documents'), 'archive', id, path], (query, signal) =>
    call(archives.list, { params: { id }, query: { ...query, ...(path && { path }) }, signal }),
  ),
  // The list is replaced by the reason.
  meta: { quiet: true },
});
