import type { Content } from '../../shared/content/content.ts';
import { byteRange } from '../../shared/range.ts';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, fileMask, theFile } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import { fileResource } from '../files/file-resource.ts';
import { FOLDER, isGoogleType } from '../files/mime-types.ts';

export function getFile(call: Call): SandboxResponse {
  const node = theFile(call);
  if (call.req.query.get('alt') !== 'media') return jsonAnswer(fileResource(node, call.drive, fileMask(call)));
  if (node.mimeType === FOLDER || isGoogleType(node.mimeType) || !node.content)
    throw new GoogleError('fileNotDownloadable');
  if (!node.canDownload) throw new GoogleError('cannotDownloadFile');
  return mediaAnswer(node.content, node.mimeType, call.req.headers.range);
}

export function mediaAnswer(content: Content, mimeType: string, rangeHeader: string | undefined): SandboxResponse {
  const range = byteRange(rangeHeader, content.size);
  if (range === 'unsatisfiable') throw new GoogleError('requestedRangeNotSatisfiable');
  const { start, end } = range ?? { start: 0, end: content.size - 1 };
  return {
    status: range ? 206 : 200,
    headers: {
      'content-type': mimeType,
      'content-length': String(end - start + 1),
      'accept-ranges': 'bytes',
      ...(range && { 'content-range': `bytes ${start}-${end}/${content.size}` }),
    },
    body: content.read(start, end + 1),
  };
}
