import { Worker } from 'node:worker_threads';
import type { HashAnswer, HashRequest } from './hash-thread.ts';

/** The SHA-256 of a file while it is written, worked out beside the event loop from the file itself. */
export interface GrowingHash {
  /** So many bytes have been written. */
  grewTo(size: number): void;
  /** Of all its bytes; once, at the end. */
  digest(size: number): Promise<Buffer>;
  /** Instead of `digest`, when the file is given up. */
  drop(): void;
}

const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
let thread: Worker | undefined;
let files = 0;

export function hashGrowing(path: string): GrowingHash {
  const id = files++;
  return {
    grewTo: (size) => tell({ id, path, size }),
    digest(size) {
      const asked = Promise.withResolvers<Buffer>();
      waiting.set(id, asked);
      tell({ id, path, size, end: 'digest' });
      thread!.ref();
      return asked.promise;
    },
    drop: () => tell({ id, path, size: 0, end: 'drop' }),
  };
}

function tell(request: HashRequest): void {
  thread ??= start();
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  thread.postMessage(request);
}

/** Of nobody who waits it keeps the process alive. */
function start(): Worker {
  const started = new Worker(new URL('./hash-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 32, maxYoungGenerationSizeMb: 4 },
  });
  started.unref();
  started.on('message', ({ id, sha256, error }: HashAnswer) => {
    const asked = waiting.get(id)!;
    waiting.delete(id);
    if (waiting.size === 0) started.unref();
    if (sha256) asked.resolve(Buffer.from(sha256));
    else asked.reject(new Error(error));
  });
  const ended = (error: Error) => {
    thread = undefined;
    for (const asked of waiting.values()) asked.reject(error);
    waiting.clear();
  };
  started.on('error', ended);
  started.on('exit', () => ended(new Error('The thread that hashes files has ended.')));
  return started;
}
