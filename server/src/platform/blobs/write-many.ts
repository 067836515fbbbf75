import { Worker } from 'node:worker_threads';
import type { WriterAnswer, WriterRequest } from './disk-writer.ts';

/** Writes small files through a thread of its own, which starts with the first of them. */
export function createManyWriter(incoming: string) {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let worker: Worker | undefined;
  let requests = 0;

  function start(): Worker {
    const started = new Worker(new URL('./disk-writer.ts', import.meta.url), {
      workerData: { incoming },
      resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
    });
    started.on('message', ({ id, error }: WriterAnswer) => {
      const asked = waiting.get(id)!;
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
      if (error) asked.reject(Object.assign(new Error(error.message), error));
      else asked.resolve();
    });
    const ended = (error: Error) => {
      worker = undefined;
      for (const asked of waiting.values()) asked.reject(error);
      waiting.clear();
    };
    started.on('error', ended);
    started.on('exit', () => ended(new Error('The thread that writes files has ended.')));
    return started;
  }

  function ask(request: WriterRequest, transfer: ArrayBuffer[] = []): Promise<void> {
    worker ??= start();
    worker.ref();
    const asked = Promise.withResolvers<void>();
    waiting.set(request.id, asked);
    worker.postMessage(request, transfer);
    return asked.promise;
  }

  return {
    write(files: readonly { path: string; bytes: Uint8Array }[]): Promise<void> {
      // One copy that is handed over: small buffers may be parts of a larger one, which would be copied whole.
      const bytes = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0));
      let at = 0;
      for (const file of files) {
        bytes.set(file.bytes, at);
        at += file.bytes.length;
      }
      const sizes = files.map((file) => ({ path: file.path, size: file.bytes.length }));
      return ask({ id: requests++, kind: 'write', bytes, files: sizes }, [bytes.buffer]);
    },
    /** Takes up what an earlier process left. */
    start(): void {
      worker ??= start();
      worker.unref();
    },
    async close(): Promise<void> {
      if (!worker) return;
      await ask({ id: requests++, kind: 'settle' });
      await worker?.terminate();
    },
  };
}
