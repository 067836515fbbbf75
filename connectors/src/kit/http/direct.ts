import type { IncomingMessage } from 'node:http';
import type { OnReadOpts, Socket } from 'node:net';
import { Readable } from 'node:stream';

/**
 * Large bodies bypass node's HTTP parser, which copies every piece into new memory: for files of gigabytes, garbage
 * collection then takes more time than anything else (2 GiB: 2.6 s of processor, 0.7 s without it). The parser only reads the headers. A body of known length is read
 * straight from the socket, and the connection is closed after it. Buffers are reused once the reader releases them.
 */
interface Reading {
  /** The parser has received the headers of the response and nothing after them. */
  isAtBody: boolean;
  body: DirectBody | null;
}

const bufferBytes = 256 * 1024;
const maxFree = 16;
const headEnd = Buffer.from('\r\n\r\n');
const free: Buffer[] = [];
/** Buffers that readers hold, and how many bytes of each were filled. */
const lent = new WeakMap<ArrayBufferLike, number>();
const readings = new WeakMap<Socket, Reading>();

/** For unencrypted connections only; TLS delivers small pieces anyway. */
export const directReads: OnReadOpts = {
  buffer: () => free.pop() ?? Buffer.allocUnsafeSlow(bufferBytes),
  callback(this: Socket, count: number, buffer: Uint8Array): boolean {
    const bytes = Buffer.from(buffer.buffer, 0, count);
    const reading = readings.get(this);
    const parsed = reading?.body ? 0 : parse(this, reading, bytes);
    if (parsed === count) return keep(buffer);
    lent.set(buffer.buffer, count);
    return reading!.body!.receive(bytes.subarray(parsed));
  },
};

/** Passes bytes to the parser and returns how many: all of them, unless the rest is a body that is read directly. */
function parse(socket: Socket, reading: Reading | undefined, bytes: Buffer): number {
  const end = reading ? bytes.indexOf(headEnd) : -1;
  if (!reading || end === -1) {
    readings.delete(socket);
    socket.emit('data', bytes);
    return bytes.length;
  }
  const head = end + headEnd.length;
  reading.isAtBody = true;
  socket.emit('data', bytes.subarray(0, head));
  if (reading.body) return head;
  readings.delete(socket);
  if (head < bytes.length) socket.emit('data', bytes.subarray(head));
  return bytes.length;
}

function keep(buffer: Uint8Array): true {
  if (free.length < maxFree) free.push(buffer as Buffer);
  return true;
}

/** Allows the memory of these bytes of a body to be reused. Optional: otherwise they are garbage-collected. */
export function giveBack(bytes: Uint8Array): void {
  // Only when the last bytes of a buffer are released, since it may hold several pieces.
  if (lent.get(bytes.buffer) !== bytes.byteOffset + bytes.length) return;
  lent.delete(bytes.buffer);
  keep(Buffer.from(bytes.buffer));
}

/** To be called before sending a request whose response may be large. */
export const expectLarge = (socket: Socket): void => void readings.set(socket, { isAtBody: false, body: null });

const least = 1024 * 1024;

/** The body of a response whose headers were just read; null where node's parser reads it. */
export function directBody(message: IncomingMessage, explain: (error: Error) => Error): DirectBody | null {
  const reading = readings.get(message.socket);
  const { statusCode, headers } = message;
  const length = Number(headers['content-length']);
  const isContent = (statusCode === 200 || statusCode === 206) && !('transfer-encoding' in headers);
  if (!reading?.isAtBody || !isContent || !(length >= least)) return null;
  reading.body = new DirectBody(message, length, explain);
  return reading.body;
}

class DirectBody extends Readable {
  readonly #socket: Socket;
  #left: number;

  constructor(message: IncomingMessage, length: number, explain: (error: Error) => Error) {
    super({ highWaterMark: bufferBytes });
    this.#socket = message.socket;
    this.#left = length;
    // The parser never sees the body, so for it every such response is incomplete.
    message.on('error', () => {});
    message.on('close', () => {
      if (this.#left > 0) this.destroy(explain(new Error('the answer was cut off')));
    });
    // An error before anyone listens must not end the process; a later reader still gets it.
    this.on('error', () => {});
  }

  /** False asks the socket to stop reading for now. */
  receive(bytes: Buffer): boolean {
    const mine = bytes.subarray(0, this.#left);
    this.#left -= mine.length;
    const wantsMore = this.push(mine);
    if (this.#left > 0) return wantsMore;
    this.push(null);
    this.#socket.destroy();
    return false;
  }

  override _read(): void {
    this.#socket.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#socket.destroy();
    done(error);
  }
}
