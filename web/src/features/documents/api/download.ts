import { ApiError, type CallInput, type Document, documents } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { call } from '../../../lib/api/http.ts';
import { attachedName, saveBlob, saveFrom } from '../../../lib/browser/save-file.ts';
import { count } from '../../../lib/format/format.ts';
import { toast } from '../../../ui/feedback/toast.ts';

/** From this size on the browser downloads and shows the progress itself, without the page's memory. */
const LARGE_BYTES = 64 * 1024 * 1024;

/** One file as it is; several, or a folder, as a zip. */
export const downloadDocuments = mutationOptions({
  async mutationFn(chosen: readonly Document[]) {
    const [first, ...others] = chosen;
    if (!first) return;
    if (others.length > 0 || first.type === 'folder') return downloadZip({ document_ids: chosen.map(({ id }) => id) });
    if (first.local_path && (first.size ?? 0) > LARGE_BYTES)
      return saveFrom(`/storage/${first.local_path}&download=1`, first.name);
    await downloadOne(first);
  },
});

type List = NonNullable<NonNullable<CallInput<typeof documents.zip>['body']>['query']>;

/** Every document of a list, as a zip. */
export const downloadList = mutationOptions({ mutationFn: (query: List) => downloadZip({ query }) });

async function downloadOne({ id, name }: Pick<Document, 'id' | 'name'>): Promise<void> {
  const response = await call(documents.download, { params: { id } });
  const bytes = await response.blob().catch(() => {
    throw new ApiError(undefined, { code: 'interrupted', message: `The download of “${name}” stopped. Try again.` });
  });
  saveBlob(bytes, attachedName(response) ?? name);
}

async function downloadZip(body: CallInput<typeof documents.zip>['body']): Promise<void> {
  const { data } = await call(documents.zip, { body });
  if (data.skipped > 0) toast.success(`Skipped ${count(data.skipped, 'document')} with no content in Sheaf`);
  saveFrom(`/storage/${data.local_path}`);
}
