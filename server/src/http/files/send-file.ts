import type { OutgoingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { plainDirection } from '@sheaf/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { notFound } from '../../errors.ts';
import type { BlobStore } from '../../platform/blobs/index.ts';
import type { Services } from '../../services.ts';
import { isUnchanged, type Part, partOf, type Validators, type Window, within } from './byte-range.ts';
import { endWhenStalled } from './end-when-stalled.ts';
import type { FileType } from './file-type.ts';
import { openWhole, pumpFile } from './pump-file.ts';

interface FileFacts {
  name: string;
  type: FileType;
  size: number;
  /** The person wants to keep it: it is saved, whatever its type. */
  save: boolean;
  cacheControl: string;
}

/** A blob of the store: parts of it can be asked for, and whether it has changed. */
export interface BlobAnswer extends FileFacts, Validators {
  key: string;
  /** Only these parts of it are sent, and only to who asks for a part. */
  window?: Window;
}

/** Bytes made while they are sent; size null: of a length nobody knows before. `open` is not called where nobody wants the body. */
export interface StreamAnswer extends Omit<FileFacts, 'size'> {
  size: number | null;
  open(): Readable;
}

/** What a handler answers where the answer is bytes. */
export type FileAnswer = BlobAnswer | StreamAnswer;

/**
 * Bytes that somebody brought: even opened as a page of their own they run nothing, load nothing and belong to no
 * origin. Passive contents need the two sources to show themselves.
 */
const sandboxed = [
  'sandbox',
  "default-src 'none'",
  "img-src 'self' data:",
  "media-src 'self'",
  "style-src 'unsafe-inline'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ');

/** The one way files leave. */
export async function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Services,
  file: FileAnswer,
): Promise<FastifyReply> {
  endWhenStalled(reply.raw);
  if ('key' in file) return sendBlob(request, reply, services, file);
  setFileHeaders(reply, file).header('Accept-Ranges', 'none');
  if (file.size !== null) reply.header('Content-Length', file.size);
  return request.method === 'HEAD' ? reply.send() : reply.send(file.open());
}

/** Set last, so that an error on the way leaves as any other. */
function setFileHeaders(reply: FastifyReply, file: Omit<FileFacts, 'size'>): FastifyReply {
  return reply.type(file.type.mime).headers({
    'Content-Security-Policy': sandboxed,
    'X-Frame-Options': 'SAMEORIGIN',
    'Cache-Control': file.cacheControl,
    'Content-Disposition': disposition(file),
  });
}

async function sendBlob(
  request: FastifyRequest,
  reply: FastifyReply,
  { config, blobs, log }: Services,
  file: BlobAnswer,
): Promise<FastifyReply> {
  const { headers, method } = request;
  const validators = { ETag: file.etag, 'Last-Modified': file.modifiedAt.toUTCString(), 'Accept-Ranges': 'bytes' };
  if (method !== 'POST' && isUnchanged(headers, file))
    return setFileHeaders(reply, file).headers(validators).code(304).send();
  if (config.storageAccel && !file.window) {
    return setFileHeaders(reply, file)
      .headers(validators)
      .header('X-Accel-Redirect', `${config.storageAccel}/${file.key}`)
      .send();
  }
  if (config.storageRedirect && file.save && method === 'GET' && blobs.link) {
    const where = await blobs.link(file.key, { type: file.type.mime, disposition: disposition(file) });
    return reply.header('Cache-Control', 'private, no-store').redirect(where, 302);
  }
  const wanted = partOf(headers, file.size, file);
  const part = file.window ? within(file.window, wanted, file.size) : wanted;
  if (part === 'beyond') return reply.code(416).header('Content-Range', `bytes */${file.size}`).send();
  const send = method === 'HEAD' ? () => reply.send() : await senderOf(blobs, file, part);
  if (!send) {
    log.error({ key: file.key }, 'the bytes of a document are not in the store as they should be');
    throw notFound('This file');
  }
  setFileHeaders(reply, file).headers(validators);
  reply.header('Content-Length', part ? part.end - part.start + 1 : file.size);
  if (part) reply.code(206).header('Content-Range', `bytes ${part.start}-${part.end}/${file.size}`);
  return send(reply);
}

/** Sends the bytes, once the headers are set; null where they are not there as they should be. */
async function senderOf(
  blobs: BlobStore,
  { key, size }: BlobAnswer,
  part: Part | null,
): Promise<((reply: FastifyReply) => FastifyReply) | null> {
  const file = blobs.fileOf && size > 0 ? await openWhole(blobs.fileOf(key), size) : null;
  if (file) {
    return (reply) => {
      reply.hijack().raw.writeHead(reply.statusCode, reply.getHeaders() as OutgoingHttpHeaders);
      void pumpFile(file, part ?? { start: 0, end: size - 1 }, reply.raw);
      return reply;
    };
  }
  const found = await blobs.get(key, part ? { range: part } : {});
  if (found?.size === size) return (reply) => reply.send(found.body);
  found?.body.destroy();
  return null;
}

/** RFC 6266: a plain name for whoever knows no other, and the real one in UTF-8. */
function disposition({ name, type, save }: Omit<FileFacts, 'size'>): string {
  const how = type.inline && !save ? 'inline' : 'attachment';
  const real = plainDirection(name.toWellFormed().replace(/\p{Cc}/gu, '_'), '_');
  const plain = real.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(real).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"${plain === real ? '' : `; filename*=UTF-8''${encoded}`}`;
}
