import { createHash, type Hash } from 'node:crypto';
import { parentPort } from 'node:worker_threads';
import type { ThreadAnswer, ThreadRequest } from '../../../platform/thread.ts';

/** A thread that hashes what it is sent: see hashing.ts. */
export interface PieceRequest extends ThreadRequest {
  /** Which hash the bytes belong to. */
  hash: number;
  bytes?: Uint8Array;
  /** Of all its bytes; there are no more. */
  digest?: boolean;
  /** The sender waits until these bytes are hashed. */
  answer?: boolean;
}

export interface PieceAnswer extends ThreadAnswer {
  sha256?: string;
}

const hashes = new Map<number, Hash>();

parentPort!.on('message', ({ id, hash: number, bytes, digest, answer }: PieceRequest) => {
  const hash = hashes.get(number) ?? createHash('sha256');
  if (bytes) hash.update(bytes);
  if (digest) hashes.delete(number);
  else hashes.set(number, hash);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  if (answer) parentPort!.postMessage({ id, sha256: digest ? hash.digest('hex') : undefined } satisfies PieceAnswer);
});
