import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Part } from './byte-range.ts';

/** Two of them wait for whoever does not read. */
const bufferBytes = 131_072;

/** The file if it is there and as long as it should be. */
export async function openWhole(path: string, size: number): Promise<FileHandle | null> {
  const file = await open(path).catch(() => null);
  if (!file || (await file.stat()).size === size) return file;
  await file.close();
  return null;
}

/**
 * Sends a part of a file from two buffers in turns: one is read while the other is written. A stream takes a new buffer
 * for every piece, which costs twice the processor time. Ends the connection where the file cannot be read to the end.
 */
export async function pumpFile(file: FileHandle, { start, end }: Part, to: ServerResponse): Promise<void> {
  try {
    const size = Math.min(bufferBytes, end - start + 1);
    const buffers = [Buffer.allocUnsafeSlow(size), Buffer.allocUnsafeSlow(end - start < size ? 0 : size)] as const;
    let written = Promise.resolve();
    let turn: 0 | 1 = 0;
    for (let at = start; at <= end; turn = turn === 0 ? 1 : 0) {
      const { bytesRead } = await file.read(buffers[turn], 0, Math.min(size, end - at + 1), at);
      if (bytesRead === 0) throw new Error('the file ends early');
      at += bytesRead;
      await written;
      written = write(to, buffers[turn].subarray(0, bytesRead));
      // Met where it is awaited; until then it is no fault of anybody's.
      written.catch(() => {});
    }
    await written;
    to.end();
  } catch {
    to.destroy();
  } finally {
    await file.close();
  }
}

/** Resolves when the bytes have left the buffer; rejects when nobody takes them any more. */
function write(to: ServerResponse, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const gone = () => reject(new Error('the client has gone'));
    if (to.destroyed) return gone();
    to.once('close', gone);
    to.write(bytes, (error) => {
      to.off('close', gone);
      if (error) reject(error);
      else resolve();
    });
  });
}
