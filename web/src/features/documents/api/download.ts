import { ApiError, type Document, documents } from '@sheaf/contract';
import { mutationOptions } from '@tanstack/react-query';
import { count } from '../../../lib/format.ts';
import { call, session } from '../../../lib/http.ts';
import { saveBlob, saveFrom } from '../../../lib/save-file.ts';
import { toast } from '../../../ui/toast.ts';

/** From here on the browser shows the progress itself, and nothing passes through the memory of the page. */
const LARGE_BYTES = 64 * 1024 * 1024;

/** One file as it is; several, or a folder, as a zip. */
export const downloadDocuments = mutationOptions({
  async mutationFn(chosen: readonly Document[]) {
    const [first, ...others] = chosen;
    if (!first) return;
    if (others.length > 0 || first.type === 'folder') return downloadZip(chosen);
    if (first.local_path && (first.size ?? 0) > LARGE_BYTES)
      return saveFrom(`/storage/${first.local_path}&download=1`, first.name);
    await downloadOne(first);
  },
});

async function downloadOne({ id, name }: Pick<Document, 'id' | 'name'>): Promise<void> {
  const { method, path } = documents.download;
  const response = await fetch(`/api${path.replace('{id}', id)}`, { method, headers: session.headers() });
  if (!response.ok) {
    const body = await response.json().catch(() => undefined);
    throw new ApiError(
      response.status,
      body ?? { message: `The server answered ${response.status}.`, code: 'internal' },
    );
  }
  saveBlob(await response.blob(), name);
}

async function downloadZip(chosen: readonly Document[]): Promise<void> {
  const { data } = await call(documents.zip, { body: { document_ids: chosen.map(({ id }) => id) } });
  if (data.skipped > 0) toast.success(`${count(data.skipped, 'document')} without content here left out`);
  saveFrom(`/storage/${data.local_path}`);
}
