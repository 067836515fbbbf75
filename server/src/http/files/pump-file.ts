import { type FileHandle, open } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import type { Part } from './byte-range.ts';

/** Two of these wait for a reader who does not read. */
const bufferBytes = 131_072;

/** The file, if it exists and has the expected length. */
export async function openWhole(path: string, size: number): Promise<FileHandle | null> {
  const file = await open(path).catch(() => null);
  if (!file || (await file.stat()).size === size) return file;
  await file.close();
  return null;
}

/**
 * Sends a part of a file with two buffers in turns: one is read while the other is written. A stream would allocate a
 * new buffer for every piece, which takes twice the processor time. Destroys the connection if the file can’t be read
 * to its end.
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
      // Handled where it is awaited; without this, Node would report an unhandled rejection.
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

/** Resolves when the bytes have left the buffer; rejects if the connection is closed. */
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
