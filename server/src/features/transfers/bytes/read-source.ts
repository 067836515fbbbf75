import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ConnectorError, type Download, giveBack, type HashTap, plainError } from '@sheaf/connectors';

/** Bytes that can be read again from any position, as long as their revision stays. */
export interface Readings {
  size: number;
  open(start: number): Promise<Download>;
}

const maxBreaks = 3;
/** One being filled, one being sent, and one that the destination may still compare. */
export const buffersInTurn = 3;

/** The source changed since reading it started. */
export const changedMeanwhile = () => plainError('corrupt', 'It changed while it was being read.');

/**
 * The bytes in parts of one size, from an offset on. Every byte from the start goes through the tap, so that a transfer
 * resumed halfway knows the hash of the whole. A broken connection is reopened at its position. Three buffers are used
 * in turn, so a part is valid until the third one after it is requested.
 */
export async function* chunksOf(
  source: Readings,
  options: { from: number; chunkBytes: number; tap: HashTap; borrow(length: number): Buffer },
): AsyncGenerator<Buffer, void, undefined> {
  const { from, chunkBytes, tap, borrow } = options;
  const buffers: Buffer[] = [];
  const part = (left: number) => {
    const length = Math.max(0, Math.min(left, chunkBytes));
    const buffer = buffers.length < buffersInTurn ? borrow(length) : buffers.shift()!;
    buffers.push(buffer);
    return buffer.subarray(0, length);
  };
  let chunk = part(source.size - from);
  let filled = 0;
  let at = 0;
  for await (const bytes of continued(source)) {
    tap.update(bytes);
    let piece = bytes.subarray(Math.max(0, from - at));
    at += bytes.length;
    if (at > source.size) throw changedMeanwhile();
    while (piece.length > 0) {
      const taken = piece.copy(chunk, filled, 0, Math.min(piece.length, chunk.length - filled));
      filled += taken;
      piece = piece.subarray(taken);
      if (filled < chunk.length) continue;
      yield chunk;
      chunk = part(source.size - at + piece.length);
      filled = 0;
    }
    giveBack(bytes);
  }
  if (at !== source.size) throw changedMeanwhile();
}

async function* continued(source: Readings): AsyncGenerator<Buffer> {
  let at = 0;
  let revision: string | undefined;
  for (let breaks = 0; ; ) {
    const download = await source.open(at);
    revision ??= download.revision;
    if (download.revision !== revision) {
      download.body.destroy();
      throw changedMeanwhile();
    }
    let skip = at - download.startsAt;
    try {
      for await (const bytes of download.body as AsyncIterable<Buffer>) {
        const fresh = skip > 0 ? bytes.subarray(skip) : bytes;
        skip = Math.max(0, skip - bytes.length);
        at += fresh.length;
        if (fresh.length > 0) yield fresh;
      }
      if (at >= source.size) return;
    } catch (error) {
      if (!isBreak(error)) throw error;
      if (++breaks > maxBreaks) throw brokeOff(error);
      continue;
    } finally {
      download.body.destroy();
    }
    // It ended early without an error: the connection was cut, or the file is shorter now.
    if (++breaks > maxBreaks) throw brokeOff(null);
  }
}

const brokeOff = (cause: unknown) =>
  cause instanceof ConnectorError
    ? cause
    : plainError('unavailable', 'The connection to the source was lost.', { cause });

function isBreak(error: unknown): boolean {
  if (error instanceof ConnectorError) return error.code === 'unavailable';
  return (
    error instanceof Error && error.name !== 'AbortError' && typeof (error as { code?: unknown }).code === 'string'
  );
}

/** Passes everything to `show` and keeps nothing. */
export async function readThrough(body: Readable, show: (bytes: Buffer) => void): Promise<void> {
  // Events instead of `for await`, which costs a small file more than all the rest.
  body.on('data', (bytes: Buffer) => {
    show(bytes);
    giveBack(bytes);
  });
  await finished(body, { writable: false });
}
