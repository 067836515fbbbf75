import type { files } from 'dropbox';
import type { Content } from '../../shared/content/content.ts';
import { byteRange } from '../../shared/range.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import type { Call, Download } from '../call.ts';
import { DropboxError, endpointError } from '../errors.ts';
import { fileMetadata, type Metadata, metadata, untagged } from '../files/metadata.ts';
import { pathArgument } from '../files/paths.ts';
import type { FileNode } from '../files/tree.ts';

export function getMetadata({ arg, route, view }: Call<files.GetMetadataArg>): Metadata {
  return metadata(view, view.look(pathArgument(arg.path, 'read', route), 'path'));
}

function fileAt({ route, view }: Call<unknown>, path: unknown): FileNode {
  const node = view.look(pathArgument(path, 'read', route), 'path');
  if (node.kind !== 'file') throw endpointError('path/not_file');
  return node;
}

export function download(call: Call<files.DownloadArg>): Download {
  const node = fileAt(call, call.arg.path);
  if (node.exports) throw endpointError('unsupported_file');
  const result = untagged(fileMetadata(call.view, node));
  const headers = { 'content-type': 'application/octet-stream', etag: `W/"${node.rev}"` };
  return { result, response: partOf(node.content, call.headers.range, headers) };
}

/** Exports documents without bytes of their own. */
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
      paper_revision: 1,
    },
    file_metadata,
  } satisfies files.ExportResult;
  return { result, response: complete(content, { 'content-type': 'application/binary' }) };
}

/** Paper uses names for its formats, other documents extensions. */
const extensions: Record<string, string> = { markdown: 'md', html: 'html', plain_text: 'txt' };

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
