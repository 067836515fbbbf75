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
export function readUpTo(body: Readable, most: number): Promise<Buffer | null> {
  // Events rather than `for await`, which costs a small answer as much again as all the rest.
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    if (body.destroyed) return reject(body.errored ?? new Error('The body was already read or destroyed'));
    body.on('data', (chunk: Buffer) => {
      size += chunk.length;
      chunks.push(chunk);
      if (size <= most) return;
      resolve(null);
      body.destroy();
    });
    body.on('end', () => resolve(chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks, size)));
    body.on('error', reject);
    body.on('close', () => reject(new Error('The body was destroyed')));
  });
}
