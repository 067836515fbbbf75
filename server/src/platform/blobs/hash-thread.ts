import { createHash, type Hash } from 'node:crypto';
import { closeSync, openSync, readSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from '../processes/thread.ts';

/** The thread that hashes files while they grow: see growing-hash.ts. */
export interface HashRequest extends ThreadRequest {
  path: string;
  /** How many bytes have been written. */
  size: number;
  /** `digest`: the file is complete. `drop`: the hash is no longer needed. */
  end?: 'digest' | 'drop';
}

export interface HashAnswer extends ThreadAnswer {
  sha256?: Uint8Array;
}

interface Hashed {
  file: number;
  hash: Hash;
  size: number;
}

const files = new Map<number, Hashed>();
const piece = Buffer.allocUnsafeSlow(512 * 1024);

parentPort!.on('message', (request: HashRequest) => {
  const { id, end } = request;
  const answer: HashAnswer = { id };
  try {
    if (end !== 'drop') answer.sha256 = goOn(request);
  } catch (error) {
    answer.error = { message: (error as Error).message };
  }
  if (end) close(id);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  if (end === 'digest') parentPort!.postMessage(answer);
});

function goOn({ id, path, size, end }: HashRequest): Uint8Array | undefined {
  const hashed = files.get(id) ?? { file: openSync(path, 'r'), hash: createHash('sha256'), size: 0 };
  files.set(id, hashed);
  while (hashed.size < size) {
    const count = readSync(hashed.file, piece, 0, Math.min(piece.length, size - hashed.size), hashed.size);
    if (count === 0) throw new Error(`${path} ends after ${hashed.size} of ${size} bytes`);
    hashed.hash.update(piece.subarray(0, count));
    hashed.size += count;
  }
  return end === 'digest' ? hashed.hash.digest() : undefined;
}

function close(id: number): void {
  const hashed = files.get(id);
  if (hashed) closeSync(hashed.file);
  files.delete(id);
}
