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
  /** The person asked to save it, whatever its type. */
  save: boolean;
  cacheControl: string;
}

/** A blob of the store: it supports ranges and conditional requests. */
export interface BlobAnswer extends FileFacts, Validators {
  key: string;
  /** Only these parts are sent, and only to requests for a part. */
  window?: Window;
}

/**
 * Bytes that are made while they are sent. `size` is null if it isn’t known in advance. `open` is not called if the
 * client doesn’t want the body.
 */
export interface StreamAnswer extends Omit<FileFacts, 'size'> {
  size: number | null;
  open(): Readable;
}

/** The result of a handler of a call that answers bytes. */
export type FileAnswer = BlobAnswer | StreamAnswer;

/**
 * The policy for files of users: even when opened as a page of their own, they run nothing, load nothing and have no
 * origin. Passive content needs the two sources to be shown.
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

/** All files are sent by this function. */
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

/** Set last, so that an error before this is sent like any other. */
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

/** Sends the bytes once the headers are set; null if they are missing or have another length. */
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

/** RFC 6266: an ASCII name for old clients, and the real name in UTF-8. */
function disposition({ name, type, save }: Omit<FileFacts, 'size'>): string {
  const how = type.inline && !save ? 'inline' : 'attachment';
  const real = plainDirection(name.toWellFormed().replace(/\p{Cc}/gu, '_'), '_');
  const plain = real.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(real).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
  return `${how}; filename="${plain}"${plain === real ? '' : `; filename*=UTF-8''${encoded}`}`;
}
