import { PassThrough } from 'node:stream';
import { ConnectorError } from '../../kit/errors.ts';
import type { DavAccount } from '../account.ts';
import { childPath } from '../protocol/paths.ts';
import { mtimeHeader, type Upload } from './handle.ts';

/**
 * Sends files in one PUT under an unfinished name. WebDAV can’t append, so a file of several chunks is one request that
 * stays open between them. After a restart it starts again, unless the complete file had arrived.
 */
export interface SinglePutUploads {
  begin(upload: Upload): void;
  received(upload: Upload): Promise<number>;
  put(upload: Upload, chunk: { offset: number; bytes: Uint8Array; last: boolean }): Promise<void>;
  abort(upload: Upload): Promise<void>;
  /** Aborts all uploads in progress. */
  close(): Promise<void>;
}

interface OpenPut {
  stream: PassThrough;
  sent: number;
  /** Never rejects, but resolves with the error. */
  answer: Promise<unknown>;
}

/** How long a request stays open for the next chunk. */
const IDLE_MS = 120_000;

export function createSinglePutUploads(account: DavAccount): SinglePutUploads {
  const { gateway, urlOf } = account;
  const open = new Map<string, OpenPut>();
  /** Uploads started in this session to which nothing was sent yet. */
  const untouched = new Set<string>();
  const pathOf = ({ folder, place }: Upload) => childPath(folder, place);

  const request = (upload: Upload, body: Uint8Array | PassThrough) => ({
    method: 'PUT',
    url: urlOf(pathOf(upload)),
    headers: { 'content-type': upload.mimeType, 'content-length': String(upload.size), ...mtimeHeader(upload) },
    body,
    accept: [200, 201, 204],
  });

  async function cut({ place }: Upload): Promise<void> {
    const put = open.get(place);
    if (put === undefined) return;
    open.delete(place);
    put.stream.destroy();
    await put.answer;
  }

  /** Removes the remains of an earlier attempt; a server may lock them for a moment after the connection was cut. */
  async function clear(upload: Upload): Promise<void> {
    await cut(upload);
    if (untouched.delete(upload.place)) return;
    await gateway.command({ method: 'DELETE', url: urlOf(pathOf(upload)), accept: [200, 204, 404] });
  }

  function start(upload: Upload): OpenPut {
    const stream = new PassThrough();
    const answer = gateway.command({ ...request(upload, stream), once: true, idleMs: IDLE_MS }).then(
      () => null,
      (error: unknown) => {
        stream.destroy();
        return error;
      },
    );
    stream.on('error', () => {});
    const put = { stream, sent: 0, answer };
    open.set(upload.place, put);
    return put;
  }

  return {
    begin(upload) {
      untouched.add(upload.place);
    },
    async received(upload) {
      const put = open.get(upload.place);
      if (put !== undefined && !put.stream.destroyed) return put.sent;
      return (await isThere(account, upload)) ? upload.size : 0;
    },
    async put(upload, { offset, bytes, last }) {
      if (offset === 0) {
        await clear(upload);
        if (last) return void (await gateway.command(request(upload, bytes)));
      }
      // The complete file had arrived before a restart.
      if (last && bytes.length === 0 && offset === upload.size && !open.has(upload.place)) return;
      const put = offset === 0 ? start(upload) : open.get(upload.place);
      if (put === undefined || put.sent !== offset)
        throw new ConnectorError('conflict', `The upload isn’t at offset ${offset}`);
      const sent = new Promise((resolve) => put.stream.once('sent', resolve));
      put.stream.write(bytes);
      // An answer before the end of the request is a refusal.
      await Promise.race([sent, put.answer]);
      put.sent += bytes.length;
      if (!put.stream.destroyed && !last) return;
      put.stream.end();
      open.delete(upload.place);
      const failure = await put.answer;
      if (failure instanceof ConnectorError) throw failure;
      if (failure !== null) throw new ConnectorError('unavailable', 'The upload was cut', { cause: failure });
    },
    abort: clear,
    async close() {
      for (const { stream } of open.values()) stream.destroy();
      await Promise.all([...open.values()].map(({ answer }) => answer));
      open.clear();
    },
  };
}

async function isThere({ item }: DavAccount, { folder, place, size }: Upload): Promise<boolean> {
  try {
    return (await item(childPath(folder, place))).size === size;
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'not_found') return false;
    throw error;
  }
}
