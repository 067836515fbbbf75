import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';

/**
 * The body of a response: the bytes of the message as they arrive, with its errors converted by `explain`.
 * Bytes are not copied, and are received only as fast as they are read.
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
      if (!message.complete) this.destroy(explain(new Error('the answer was cut off')));
    });
    message.pause();
    // An error before anyone listens must not end the process; a later reader still gets it.
    this.on('error', () => {});
  }

  override _read(): void {
    this.#message.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    // Unread bytes make the connection unusable; after a complete message the agent returns it to the pool.
    if (!this.#message.complete) this.#message.destroy();
    done(error);
  }
}

/** The complete body, or null if it is larger than `maxBytes`; the rest is then discarded. */
export function readUpTo(body: Readable, maxBytes: number): Promise<Buffer | null> {
  // Events instead of `for await`, which would double the time that a small response takes.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (body.destroyed) return reject(body.errored ?? new Error('The body was already read or destroyed'));
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= maxBytes) return;
      resolve(null);
      body.destroy();
    });
    body.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    body.on('error', reject);
    body.on('close', () => reject(new Error('The body was destroyed')));
  });
}
