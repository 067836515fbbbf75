import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ContentReader, Reading } from './content-reader.ts';
import type { FilePart, FilledBuffer, ThreadMessage } from './disk-thread.ts';

/**
 * Reads contents that are files in a thread, where hashing them holds up nothing else. No byte is copied: the thread’s
 * buffers come here, are written as they are, and go back.
 */
export function createDiskReader(fileOf: (key: string) => string): ContentReader {
  const thread = new Worker(new URL('./disk-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  const send = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => thread.postMessage(message, transfer);
  // From now on: what comes before the first reading begins must not be lost.
  const messages = on(thread, 'message', { close: ['exit'] });
  const parts = receiveParts(messages, (buffer) => send({ buffer }, [buffer]));
  async function* reading(): Reading {
    for (;;) {
      const { value: part } = await parts.next();
      if (!part) throw new Error('The thread that reads contents has ended.');
      if ('end' in part) return part.end;
      yield part;
    }
  }
  return {
    maxAhead: 256,
    read({ key, size, sha256 }) {
      send({ path: fileOf(key), size: sha256 === null ? null : size });
      return reading();
    },
    async close() {
      await thread.terminate();
    },
  };
}

type ReceivedPart = { bytes: Uint8Array; release(): void } | Extract<FilePart, { end: unknown }>;

/**
 * A full buffer goes back when all that was in it is written. One that is hardly filled is copied and goes back at once:
 * a few bytes aren’t written before there are more, for which the thread would wait.
 */
async function* receiveParts(
  messages: AsyncIterable<unknown[]>,
  giveBack: (buffer: ArrayBuffer) => void,
): AsyncGenerator<ReceivedPart> {
  for await (const [message] of messages) {
    const { buffer, filled, parts } = message as FilledBuffer;
    const isCopied = filled < buffer.byteLength / 2;
    const bytes = isCopied ? buffer.slice(0, filled) : buffer;
    let waiting = 1;
    const release = () => {
      waiting -= 1;
      if (waiting === 0 && !isCopied) giveBack(buffer);
    };
    if (isCopied) giveBack(buffer);
    for (const part of parts) {
      if ('end' in part) {
        yield part;
        continue;
      }
      waiting += 1;
      yield { bytes: new Uint8Array(bytes, part.offset, part.length), release };
    }
    release();
  }
}
