import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * The body of an answer: the bytes of the message as they come, and its failures in our words.
 * Bytes pass through without a copy, and only as fast as they are read.
 */
export class HttpBody extends Readable {
  readonly #message: IncomingMessage;

  constructor(message: IncomingMessage, explain: (error: Error) => Error) {
    super({ highWaterMark: 65_536 });
    this.#message = message;
    message.on('data', (chunk: Buffer) => {
      if (!this.push(chunk)) message.pause();
    });
    message.on('end', () => this.push(null));
    message.on('error', (error) => this.destroy(explain(error)));
    message.on('close', () => {
      if (!message.complete) this.destroy(explain(new Error('the answer was cut')));
    });
    message.pause();
    // A failure before anyone listens must not end the process; whoever reads later is told all the same.
    this.on('error', () => {});
  }

  override _read(): void {
    this.#message.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Mid-way, the rest on the wire makes the connection useless; at the end, it goes back to the pool by itself.
    if (!this.#message.complete) this.#message.destroy();
    done(error);
  }
}

/** All of a body, or null when it is larger than `most`; what is left is then thrown away. */
export async function readUpTo(body: Readable, most: number): Promise<Buffer | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > most) return null;
    chunks.push(chunk);
  }
  return chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size);
}
