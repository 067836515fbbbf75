import { createThread, type ThreadAnswer } from '../processes/thread.ts';
import type { WriterRequest } from './disk-writer.ts';

/** Writes small files through a thread, which starts with the first of them. */
export function createManyWriter(incoming: string) {
  const thread = createThread<WriterRequest, ThreadAnswer>(new URL('./disk-writer.ts', import.meta.url), {
    workerData: { incoming },
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  let requests = 0;
  return {
    async write(files: readonly { path: string; bytes: Uint8Array }[]): Promise<void> {
      // One copy is transferred: small buffers may be parts of a larger one, which would be copied whole.
      const bytes = new Uint8Array(files.reduce((sum, file) => sum + file.bytes.length, 0));
      let at = 0;
      for (const file of files) {
        bytes.set(file.bytes, at);
        at += file.bytes.length;
      }
      const sizes = files.map((file) => ({ path: file.path, size: file.bytes.length }));
      await thread.ask({ id: requests++, kind: 'write', bytes, files: sizes }, [bytes.buffer]);
    },
    /** Settles what an earlier process left. */
    start: thread.start,
    async close(): Promise<void> {
      if (!thread.isRunning()) return;
      await thread.ask({ id: requests++, kind: 'settle' });
      await thread.end();
    },
  };
}
