import type { files } from 'dropbox';
import type { Content } from '../../shared/content/content.ts';
import { seededId } from '../../shared/random.ts';
import { byteRange } from '../../shared/range.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call, Download } from '../call.ts';
import { DropboxError, endpointError } from '../errors.ts';
import { deletedMetadata, fileMetadata, type Metadata, metadata, untagged } from '../files/metadata.ts';
import { pathArgument } from '../files/paths.ts';
import type { World } from '../world.ts';
import { fileAt } from './file.ts';

const LINK_LIFE_MS = 4 * 3_600_000;

export function getMetadata({
  arg,
  route,
  view,
}: Call<files.GetMetadataArg>): Metadata | files.DeletedMetadataReference {
  const path = pathArgument(arg.path, 'read', route);
  const gone = arg.include_deleted && view.find(path, 'path') === undefined ? view.deleted(path) : undefined;
  if (gone !== undefined) return deletedMetadata(gone);
  const found = metadata(view, view.look(path, 'path'));
  const isFile = found['.tag'] === 'file';
  return { ...found, ...(isFile && arg.include_has_explicit_shared_members && { has_explicit_shared_members: false }) };
}

export function download(call: Call<files.DownloadArg>): Download {
  const node = fileAt(call, call.arg.path);
  if (node.exports) throw endpointError('unsupported_file');
  const result = untagged(fileMetadata(call.view, node));
  const headers = { 'content-type': 'application/octet-stream', etag: `W/"${node.rev}"` };
  return { result, response: partOf(node.content, call.headers.range, headers) };
}

/** For documents without bytes of their own. */
export function exportFile(call: Call<files.ExportArg>): Download {
  const node = fileAt(call, call.arg.path);
  const format = call.arg.export_format ?? Object.keys(node.exports ?? {})[0];
  if (!node.exports || format === undefined) throw endpointError('non_exportable');
  const content = Object.hasOwn(node.exports, format) ? node.exports[format] : undefined;
  if (!content) throw endpointError('invalid_export_format');
  const file_metadata = untagged(fileMetadata(call.view, node));
  const name = node.name.replace(/\.[^.]*$/, `.${extensions[format] ?? format}`);
  const result = {
    export_metadata: {
      name,
      size: content.size,
      export_hash: content.hash('dropbox'),
      paper_revision: node.paperRevision ?? 1,
    },
    file_metadata,
  } satisfies files.ExportResult;
  return { result, response: complete(content, { 'content-type': 'application/binary' }) };
}

/** Paper names its formats, other documents use extensions. */
const extensions: Record<string, string> = { markdown: 'md', html: 'html', plain_text: 'txt' };

export function getTemporaryLink(
  call: Call<files.GetTemporaryLinkArg>,
): files.GetTemporaryLinkResult & { link: string } {
  const node = fileAt(call, call.arg.path);
  if (node.exports) throw endpointError('unsupported_file');
  const key = seededId(`temporary link ${call.world.serial++}`, 40);
  call.world.temporaryLinks.set(key, { account: call.account, id: node.id, expires: Date.now() + LINK_LIFE_MS });
  return { metadata: untagged(fileMetadata(call.view, node)), link: `${call.world.contentUrl}/cd/0/get/${key}/file` };
}

/** The file behind a temporary link; no token is needed. */
export function followLink(world: World, key: string, range: string | undefined): SandboxResponse {
  const link = world.temporaryLinks.get(key);
  const node = link && link.expires > Date.now() ? link.account.tree.byId(link.id) : undefined;
  if (node?.kind !== 'file') throw new DropboxError(410, 'The link has expired.');
  return partOf(node.content, range, { 'content-type': 'application/octet-stream' });
}

function partOf(content: Content, range: string | undefined, headers: Record<string, string>): SandboxResponse {
  const part = byteRange(range, content.size);
  if (part === null) return complete(content, { ...headers, 'accept-ranges': 'bytes' });
  if (part === 'unsatisfiable') {
    throw new DropboxError(416, 'Requested range not satisfiable', { 'content-range': `bytes */${content.size}` });
  }
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(part.end - part.start + 1),
      'content-range': `bytes ${part.start}-${part.end}/${content.size}`,
    },
    body: content.read(part.start, part.end + 1),
  };
}

function complete(content: Content, headers: Record<string, string>): SandboxResponse {
  return { status: 200, headers: { ...headers, 'content-length': String(content.size) }, body: content.read() };
}
