import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { ContentReader, Reading } from './content-reader.ts';
import type { FilePart, FilledBuffer, ThreadMessage } from './disk-thread.ts';

/**
 * Reads contents that are files in a thread, where hashing them blocks nothing else. Nothing is copied: the thread’s
 * buffers are transferred here, written as they are, and transferred back.
 */
export function createDiskReader(fileOf: (key: string) => string): ContentReader {
  const thread = new Worker(new URL('./disk-thread.ts', import.meta.url), {
    resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 4 },
  });
  const send = (message: ThreadMessage, transfer: ArrayBuffer[] = []) => thread.postMessage(message, transfer);
  // Listens from the start, so that no message before the first reading is lost.
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
 * Returns a full buffer when everything in it is written. Copies and returns a mostly empty one at once: a few bytes
 * are only written together with more, for which the thread would wait.
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
