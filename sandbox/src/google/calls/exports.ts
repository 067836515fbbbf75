import { randomBytes } from 'node:crypto';
import type { drive_v3 } from '@googleapis/drive';
import { type Content, EndlessContent, MadeContent } from '../../shared/content/content.ts';
import { fileTypes } from '../../shared/content/file-types.ts';
import { docx } from '../../shared/content/office.ts';
import { zip } from '../../shared/content/zip.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, theFile } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { DriveNode } from '../files/drive-node.ts';
import { exportFormats, SCRIPT } from '../files/mime-types.ts';
import { mediaAnswer } from './media.ts';

const MAX_EXPORT_BYTES = 10 * 1024 * 1024;

/** Exports small documents at once; larger ones need `download`. */
export function exportFile(call: Call): SandboxResponse {
  const { content, mimeType } = exported(call);
  if (content.size > MAX_EXPORT_BYTES) throw new GoogleError('exportSizeLimitExceeded');
  return {
    status: 200,
    headers: { 'content-type': mimeType, 'content-length': String(content.size) },
    body: content.read(),
  };
}

interface Operation {
  polled: number;
  content: Content;
  mimeType: string;
}
const operations = new WeakMap<object, Map<string, Operation>>();

/** Starts preparing a download; the client polls the operation until it is done. */
export function downloadFile(call: Call): SandboxResponse {
  const id = randomBytes(12).toString('hex');
  operationsOf(call).set(id, { polled: 0, ...exported(call) });
  const name = nameOf(call, id);
  return jsonAnswer({ name, done: false } satisfies drive_v3.Schema$Operation);
}

export function getOperation(call: Call): SandboxResponse {
  const id = call.params.name!;
  const name = nameOf(call, id);
  const operation = operationsOf(call).get(id);
  if (!operation) throw new GoogleError('notFound', 'Operation not found.');
  const done = ++operation.polled > 1;
  const response = { downloadUri: `${call.origin}/drive-export/${id}`, partialDownloadAllowed: true };
  return jsonAnswer({ name, done, ...(done && { response }) } satisfies drive_v3.Schema$Operation);
}

export function exportedMedia(call: Call): SandboxResponse {
  const operation = operationsOf(call).get(call.params.name!);
  if (!operation) throw new GoogleError('notFound');
  return mediaAnswer(operation.content, operation.mimeType, call.req.headers.range);
}

const nameOf = ({ drive }: Call, id: string) => (drive.oddities.bareOperationNames ? id : `operations/${id}`);

function operationsOf({ drive }: Call): Map<string, Operation> {
  const known = operations.get(drive) ?? new Map<string, Operation>();
  operations.set(drive, known);
  return known;
}

function exported(call: Call): { content: Content; mimeType: string } {
  const node = theFile(call);
  const mimeType = call.req.query.get('mimeType');
  if (mimeType === null) throw new GoogleError('required', 'Required parameter: mimeType', 'mimeType');
  const formats = exportFormats[node.mimeType];
  if (!formats) throw new GoogleError('fileNotExportable');
  if (!formats.includes(mimeType)) throw new GoogleError('badRequest', 'The requested conversion is not supported.');
  if (!node.canDownload) throw new GoogleError('cannotDownloadFile');
  return { content: new MadeContent(() => exportBytes(node, mimeType)), mimeType };
}

/** The same revision of a document always gives the same bytes. */
function exportBytes(node: DriveNode, mimeType: string): Buffer {
  const seed = `${node.id}/${node.revision}`;
  if (node.mimeType === SCRIPT) {
    return Buffer.from(
      JSON.stringify({ files: [{ id: node.id, name: 'Code', type: 'server_js', source: 'function run() {}\n' }] }),
    );
  }
  if (mimeType === 'application/zip') return zip({ 'document.html': fileTypes.html.make(seed) });
  const type = Object.values(fileTypes).find((one) => one.mimeType === mimeType)!;
  if (node.exportPadding === 0 || type !== fileTypes.docx) return type.make(seed);
  return docx(seed, Buffer.concat([...new EndlessContent(node.id, node.exportPadding).read()]));
}
