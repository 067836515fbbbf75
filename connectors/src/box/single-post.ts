import { createHash, type Hash } from 'node:crypto';
import { PassThrough } from 'node:stream';
import { ConnectorError } from '../kit/errors.ts';
import { type BoxItem, ITEM_FIELDS, remoteId } from './adapt.ts';
import { deleteOwn } from './delete.ts';
import { conflictOf, type Gateway } from './gateway.ts';
import type { Upload } from './handle.ts';
import { boxItemAt } from './items.ts';
import { BoxRefusal } from './refusals.ts';
import { uploadForm } from './upload-form.ts';

/**
 * Files that are too small for parts, in one request. With several chunks, the request stays open between them and
 * starts again after a restart.
 */
export interface SinglePostUploads {
  received(upload: Upload): number;
  /** Returns the file once the last chunk has arrived, null before. */
  put(upload: Upload, chunk: { offset: number; bytes: Uint8Array; last: boolean }): Promise<BoxItem | null>;
  abort(upload: Upload): Promise<void>;
  /** Aborts all uploads in progress. */
  close(): Promise<void>;
}

interface OpenRequest {
  stream: PassThrough;
  tail: Buffer;
  hash: Hash;
  received: number;
  /** Resolves when everything written so far has been sent. */
  write(bytes: Uint8Array): Promise<void>;
  /** Never rejects. */
  answer: Promise<{ item: BoxItem } | { error: unknown }>;
}

interface Files {
  entries: BoxItem[];
}

/** How long a request stays open for the next chunk. */
const IDLE_MS = 120_000;
const query = { fields: ITEM_FIELDS };

export function createSinglePostUploads(gateway: Gateway): SinglePostUploads {
  const open = new Map<string, OpenRequest>();

  /** Safe to repeat, because the same bytes are sent again. */
  async function sendAtOnce(upload: Upload, bytes: Uint8Array): Promise<BoxItem> {
    const { contentType, head, tail } = uploadForm(upload);
    const sha1 = createHash('sha1').update(bytes).digest('hex');
    const headers = { 'content-type': contentType, 'content-md5': sha1 };
    const body = Buffer.concat([head, bytes, tail]);
    try {
      const { entries } = await gateway.upload<Files>('files/content', { method: 'POST', query, headers, body });
      return entries[0]!;
    } catch (error) {
      // The answer to a first attempt was lost, so the existing file is the one it made.
      const taken = conflictOf(error);
      if (!(error instanceof BoxRefusal && error.isRepeat) || taken?.type !== 'file') throw error;
      const there = await boxItemAt(gateway, remoteId('file', taken.id));
      if (there.size !== bytes.length || there.sha1 !== sha1) throw error;
      return there;
    }
  }

  function start(upload: Upload): OpenRequest {
    const { contentType, head, tail } = uploadForm(upload);
    const length = head.length + upload.size + tail.length;
    const headers = { 'content-type': contentType, 'content-length': String(length) };
    const stream = new PassThrough();
    stream.on('error', () => {});
    const ask = { method: 'POST', query, headers, body: stream, once: true, idleMs: IDLE_MS };
    const answer = gateway.upload<Files>('files/content', ask).then(
      ({ entries }) => ({ item: entries[0]! }),
      (error: unknown) => {
        stream.destroy();
        return { error };
      },
    );
    let [written, left] = [0, 0];
    const write = (bytes: Uint8Array) =>
      new Promise<void>((resolve) => {
        const mine = ++written;
        const check = () => {
          if (left < mine) return;
          stream.off('sent', check);
          resolve();
        };
        stream.on('sent', check);
        stream.write(bytes);
      });
    stream.on('sent', () => left++);
    const request = { stream, tail, hash: createHash('sha1'), received: 0, write, answer };
    void request.write(head);
    open.set(upload.key, request);
    return request;
  }

  async function cut({ key }: Upload): Promise<void> {
    const request = open.get(key);
    open.delete(key);
    request?.stream.destroy();
    await request?.answer;
  }

  async function end({ stream, tail, hash, answer }: OpenRequest): Promise<BoxItem> {
    stream.end(tail);
    const outcome = await answer;
    if ('error' in outcome) throw failure(outcome.error);
    if (outcome.item.sha1 === hash.digest('hex')) return outcome.item;
    await deleteOwn(gateway, outcome.item);
    throw new ConnectorError('corrupt', 'What arrived at Box is not what was sent');
  }

  return {
    received: ({ key }) => open.get(key)?.received ?? 0,

    async put(upload, { offset, bytes, last }) {
      if (offset === 0) {
        await cut(upload);
        if (last) return sendAtOnce(upload, bytes);
      }
      const request = offset === 0 ? start(upload) : open.get(upload.key);
      if (request?.received !== offset) throw new ConnectorError('conflict', `The upload isn’t at offset ${offset}`);
      if (bytes.length > 0) {
        request.hash.update(bytes);
        // An answer before the end of the request is a refusal.
        await Promise.race([request.write(bytes), request.answer]);
      }
      request.received += bytes.length;
      if (!last && !request.stream.destroyed) return null;
      open.delete(upload.key);
      return end(request);
    },

    abort: cut,
    async close() {
      await Promise.all([...open.keys()].map((key) => cut({ key } as Upload)));
    },
  };
}

const failure = (error: unknown) =>
  error instanceof ConnectorError ? error : new ConnectorError('unavailable', 'The upload was cut', { cause: error });
