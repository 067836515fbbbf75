import { Readable } from 'node:stream';
import { ConnectorError } from '../kit/errors.ts';
import type { Download, ReadOptions } from '../kit/session.ts';
import type { SftpAccount } from './account.ts';
import { kindOf, revisionOf } from './adapt.ts';
import { noSuchItem } from './failures.ts';
import type { FileHandle, SftpConnection } from './gateway.ts';
import type { SftpPath } from './paths.ts';

/** Many requests are in progress at once, so that the latency counts only once. */
const READ_BYTES = 128 * 1024;
const MAX_READS = 16;

export async function download(
  { context, pool, absolute }: SftpAccount,
  path: SftpPath,
  { range, signal }: ReadOptions = {},
): Promise<Download> {
  signal?.throwIfAborted();
  if (path.endsWith('/') || path === '') throw noSuchItem();
  const at = await absolute(path);
  return context.call(
    async () => {
      const { sftp, release } = await pool.acquire();
      try {
        // Both are requested at once; a link is examined, never followed.
        const [looked, opened] = await Promise.allSettled([sftp.lstat(at), sftp.open(at, 'read')]);
        const isFile = looked.status === 'fulfilled' && kindOf(looked.value) === 'file';
        if (opened.status === 'fulfilled' && !isFile) sftp.close(opened.value).catch(() => {});
        if (looked.status === 'rejected') throw looked.reason;
        if (!isFile) throw noSuchItem();
        if (opened.status === 'rejected') throw opened.reason;
        const attributes = looked.value;
        const start = Math.min(range?.start ?? 0, attributes.size);
        const end = Math.min(range?.end === undefined ? attributes.size : range.end + 1, attributes.size);
        const body = new FileBody(sftp, opened.value, { start, end }, release);
        if (signal) abortWith(body, signal);
        return { body, size: attributes.size, startsAt: start, revision: revisionOf(attributes), hashes: {} };
      } catch (error) {
        release();
        throw error;
      }
    },
    { signal },
  );
}

function abortWith(body: Readable, signal: AbortSignal): void {
  const abort = () => body.destroy(signal.reason as Error);
  signal.addEventListener('abort', abort, { once: true });
  body.once('close', () => signal.removeEventListener('abort', abort));
}

class FileBody extends Readable {
  readonly #sftp: SftpConnection;
  readonly #handle: FileHandle;
  readonly #release: () => void;
  readonly #reads: Promise<Buffer>[] = [];
  readonly #end: number;
  #next: number;

  constructor(
    sftp: SftpConnection,
    handle: FileHandle,
    { start, end }: { start: number; end: number },
    release: () => void,
  ) {
    super({ highWaterMark: READ_BYTES });
    this.#sftp = sftp;
    this.#handle = handle;
    this.#next = start;
    this.#end = end;
    this.#release = release;
    // An error before anyone listens must not end the process; a later reader still gets it.
    this.on('error', () => {});
    this.#readAhead();
  }

  override _read(): void {
    this.#readAhead();
    const read = this.#reads.shift();
    if (read === undefined) this.push(null);
    else
      read.then(
        (bytes) => this.push(bytes),
        (error: Error) => this.destroy(error),
      );
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#next = this.#end;
    void this.#leave();
    done(error);
  }

  async #leave(): Promise<void> {
    await this.#sftp.close(this.#handle).catch(() => {});
    this.#release();
  }

  #readAhead(): void {
    while (this.#reads.length < MAX_READS && this.#next < this.#end) {
      const length = Math.min(READ_BYTES, this.#end - this.#next);
      const read = this.#readFully(this.#next, length);
      read.catch(() => {});
      this.#reads.push(read);
      this.#next += length;
    }
  }

  /** A server may return less than requested. */
  async #readFully(position: number, length: number): Promise<Buffer> {
    const first = await this.#sftp.read(this.#handle, position, length);
    if (first.length === length) return first;
    const pieces = [first];
    let received = first.length;
    while (received < length) {
      const piece = await this.#sftp.read(this.#handle, position + received, length - received);
      if (piece.length === 0) throw new ConnectorError('conflict', 'The file became shorter while it was read');
      pieces.push(piece);
      received += piece.length;
    }
    return Buffer.concat(pieces, length);
  }
}
