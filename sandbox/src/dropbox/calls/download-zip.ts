import type { files } from 'dropbox';
import { type ArchiveEntry, archive, archiveSize } from '../../shared/content/archive.ts';
import type { Call, Download } from '../call.ts';
import { endpointError } from '../errors.ts';
import { folderMetadata, untagged } from '../files/metadata.ts';
import { pathArgument } from '../files/paths.ts';
import { below, pathOf } from '../files/tree.ts';

const MOST_ENTRIES = 9_999;
/** Dropbox allows 20 GB; beyond this size an archive would need another format. */
const MOST_BYTES = 4 * 1024 ** 3 - 1;

/** Everything below a folder, under its name; documents without bytes of their own are left out. */
export function downloadZip({ arg, route, view }: Call<files.DownloadZipArg>): Download {
  const folder = view.look(pathArgument(arg.path, 'read', route), 'path');
  if (folder.kind !== 'folder') throw endpointError('path/not_folder');
  const above = pathOf(folder).length - folder.name.length;
  const entries: ArchiveEntry[] = [];
  for (const node of below(folder)) {
    if (node.kind === 'file' && node.exports) continue;
    const name = pathOf(node).slice(above);
    entries.push(
      node.kind === 'folder' ? { name: `${name}/` } : { name, content: node.content, modified: node.clientModified },
    );
    if (entries.length > MOST_ENTRIES) throw endpointError('too_many_files');
  }
  const size = archiveSize(entries);
  if (size > MOST_BYTES) throw endpointError('too_large');
  const headers = { 'content-type': 'application/zip', 'content-length': String(size) };
  const result = { metadata: untagged(folderMetadata(view, folder)) } satisfies files.DownloadZipResult;
  return { result, response: { status: 200, headers, body: archive(entries) } };
}
