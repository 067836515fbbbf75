import type { files } from 'dropbox';
import type { Content } from '../shared/content/content.ts';
import { seededId } from '../shared/random.ts';
import { byteRange } from '../shared/range.ts';
import type { SandboxResponse } from '../shared/server.ts';
import type { Call, Download } from './call.ts';
import { DropboxError, endpointError } from './errors.ts';
import { fileMetadata, type Metadata, metadata } from './metadata.ts';
import { pathArgument } from './paths.ts';
import type { FileNode } from './tree.ts';
import type { World } from './world.ts';

const LINK_LIFE_MS = 4 * 3_600_000;

export function getMetadata({ arg, route, view }: Call<files.GetMetadataArg>): Metadata {
  const node = view.look(pathArgument(arg.path, 'read', route), 'path');
  return metadata(view, node);
}

export function download(call: Call<files.DownloadArg>): Download {
  const node = file(call);
  if (node.exports) throw endpointError('unsupported_file');
  const { '.tag': _, ...result } = fileMetadata(call.view, node);
  const headers = { 'content-type': 'application/octet-stream', etag: `W/"${node.rev}"` };
  return { result, response: partOf(node.content, call.headers.range, headers) };
}

/** For documents without bytes of their own. */
export function exportFile(call: Call<files.ExportArg>): Download {
  const node = file(call);
  const format = call.arg.export_format ?? Object.keys(node.exports ?? {})[0];
  if (!node.exports || format === undefined) throw endpointError('non_exportable');
  const content = Object.hasOwn(node.exports, format) ? node.exports[format] : undefined;
  if (!content) throw endpointError('invalid_export_format');
  const { '.tag': _, ...file_metadata } = fileMetadata(call.view, node);
  const name = node.name.replace(/\.[^.]*$/, `.${extensions[format] ?? format}`);
  const result = {
    export_metadata: { name, size: content.size, export_hash: content.hash('dropbox'), paper_revision: 1 },
    file_metadata,
  } satisfies files.ExportResult;
  return { result, response: whole(content, { 'content-type': 'application/binary' }) };
}

/** Paper calls its formats by name, others by extension. */
const extensions: Record<string, string> = { markdown: 'md', html: 'html', plain_text: 'txt' };

export function getTemporaryLink(
  call: Call<files.GetTemporaryLinkArg>,
): files.GetTemporaryLinkResult & { link: string } {
  const node = file(call);
  if (node.exports) throw endpointError('unsupported_file');
  const key = seededId(`temporary link ${call.world.serial++}`, 40);
  call.world.temporaryLinks.set(key, { account: call.account, id: node.id, expires: Date.now() + LINK_LIFE_MS });
  return { metadata: fileMetadata(call.view, node), link: `${call.world.contentUrl}/cd/0/get/${key}/file` };
}

/** What a temporary link leads to; no token is needed. */
export function followLink(world: World, key: string, range: string | undefined): SandboxResponse {
  const link = world.temporaryLinks.get(key);
  const node = link && link.expires > Date.now() ? link.account.tree.byId(link.id) : undefined;
  if (node?.kind !== 'file') throw new DropboxError(410, 'The link has expired.');
  return partOf(node.content, range, { 'content-type': 'application/octet-stream' });
}

function file({ arg, route, view }: Call<{ path: string }>): FileNode {
  const node = view.look(pathArgument(arg.path, 'read', route), 'path');
  if (node.kind !== 'file') throw endpointError('path/not_file');
  return node;
}

function partOf(content: Content, range: string | undefined, headers: Record<string, string>): SandboxResponse {
  const part = byteRange(range, content.size);
  if (part === null) return whole(content, { ...headers, 'accept-ranges': 'bytes' });
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

function whole(content: Content, headers: Record<string, string>): SandboxResponse {
  return { status: 200, headers: { ...headers, 'content-length': String(content.size) }, body: content.read() };
}
