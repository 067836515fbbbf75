import { type ArchiveEntry, archives } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call, organizationKey } from '../../../lib/api/http.ts';
import { pagedOptions } from '../../../lib/api/paged-list.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** The content of a folder of an archive; the path of its top level is empty. */
export const archiveQuery = (id: string, path: string) => ({
  ...pagedOptions([...organizationKey('documents'), 'archive', id, path], (query, signal) =>
    call(archives.list, { params: { id }, query: { ...query, ...(path && { path }) }, signal }),
  ),
  // The reason is shown in place of the list.
  meta: { quiet: true },
});

export const saveToMyFiles = mutationOptions({
  mutationFn: async ({ documentId, file: { id, path } }: { documentId: string; file: ArchiveEntry }) =>
    (await call(archives.save, { params: { id: documentId }, body: { entry: id, path } })).data,
  onSuccess: ({ name }, _file, _result, { client }) => {
    toast.success(`Saved “${name}” to My files`);
    void client.invalidateQueries({ queryKey: organizationKey('documents') });
  },
});
