import { uploadsPath } from '@sheaf/contract';
import { ask, Interrupted, Refused } from './tus-request.ts';

export interface Delivery {
  file: File;
  metadata: Record<string, string | undefined>;
  headers(): Record<string, string>;
  /** Where an earlier try left off. */
  address: string | undefined;
  signal: AbortSignal;
  /** Where this one can go on; undefined: nowhere any more. */
  onAddress(address: string | undefined): void;
  onSent(bytes: number): void;
  /** The connection is gone; it is tried again until it is back. */
  onWaiting(waiting: boolean): void;
}

export interface Delivered {
  documentId: string;
  outcome: string;
}

const MB = 1024 * 1024;
/** Up to here a file goes along with the request that announces it. */
const SMALL_BYTES = MB;
/** A request carries about so much time of sending: servers and proxies cut off what takes minutes. */
const REQUEST_MS = 8000;
const pieces = { first: 4 * MB, least: MB, most: 64 * MB };
const MOST_FAULTS = 4;
const LONGEST_PAUSE_MS = 10_000;
const bytesType = { 'Content-Type': 'application/offset+octet-stream' };

/** Brings a file to the server, through broken connections and restarts, and answers what it became. */
export async function sendFile(delivery: Delivery): Promise<Delivered> {
  const { signal, onWaiting } = delivery;
  const course = new Course(delivery);
  for (let failures = 0, faults = 0; ; ) {
    try {
      const done = await course.step();
      if (failures > 0) onWaiting(false);
      failures = 0;
      if (done) return done;
    } catch (error) {
      if (!(error instanceof Interrupted)) throw error;
      if (error.fault && ++faults === MOST_FAULTS) throw new Refused('Something went wrong on our side.', 500);
      course.lost();
      failures += 1;
      onWaiting(true);
      const pause = Math.max(error.retryAfterMs, Math.min(LONGEST_PAUSE_MS, 500 * 2 ** failures));
      await untilOnline(pause, signal);
    }
  }
}

/** One file on its way: what is known of it at the server, and the next request. */
class Course {
  readonly #delivery: Delivery;
  #address: string | undefined;
  /** Undefined: the server has to be asked. */
  #offset: number | undefined;
  #piece = pieces.first;

  constructor(delivery: Delivery) {
    this.#delivery = delivery;
    this.#address = delivery.address;
  }

  /** It is not certain what arrived. */
  lost(): void {
    this.#offset = undefined;
  }

  async step(): Promise<Delivered | undefined> {
    try {
      if (!this.#address) return await this.#create();
      if (this.#offset === undefined) return await this.#ask();
      return await this.#send(this.#offset);
    } catch (error) {
      if (!(error instanceof Refused) || !this.#address) throw error;
      // The server has forgotten it, or knows more of it than we do.
      if (error.status === 404) this.#setAddress(undefined);
      else if (error.status !== 409 || this.#offset === this.#delivery.file.size) throw error;
      this.lost();
    }
  }

  async #create(): Promise<Delivered | undefined> {
    const { file, metadata, signal, onSent } = this.#delivery;
    const small = file.size <= SMALL_BYTES;
    const answer = await ask({
      method: 'POST',
      url: `/api${uploadsPath}`,
      headers: this.#headers({
        'Upload-Length': String(file.size),
        'Upload-Metadata': encoded(metadata),
        ...(small ? bytesType : {}),
      }),
      body: small ? file : undefined,
      signal,
      onSent: small ? onSent : undefined,
    });
    this.#setAddress(answer('Location') ?? undefined);
    return this.#learn(answer);
  }

  async #ask(): Promise<Delivered | undefined> {
    const { signal } = this.#delivery;
    return this.#learn(await ask({ method: 'HEAD', url: this.#address!, headers: this.#headers(), signal }));
  }

  async #send(offset: number): Promise<Delivered | undefined> {
    const { file, signal, onSent } = this.#delivery;
    const body = file.slice(offset, offset + this.#piece);
    const started = performance.now();
    const answer = await ask({
      method: 'PATCH',
      url: this.#address!,
      headers: this.#headers({ ...bytesType, 'Upload-Offset': String(offset) }),
      body,
      signal,
      onSent: (bytes) => onSent(offset + Math.min(bytes, body.size)),
    });
    const speed = body.size / Math.max(1, performance.now() - started);
    this.#piece = Math.round(Math.min(pieces.most, Math.max(pieces.least, speed * REQUEST_MS)));
    return this.#learn(answer);
  }

  #learn(answer: (header: string) => string | null): Delivered | undefined {
    this.#offset = Number(answer('Upload-Offset'));
    this.#delivery.onSent(this.#offset);
    const documentId = answer('Upload-Document');
    return documentId ? { documentId, outcome: answer('Upload-Outcome') ?? 'created' } : undefined;
  }

  #headers(more: Record<string, string> = {}): Record<string, string> {
    return { ...this.#delivery.headers(), ...more };
  }

  #setAddress(address: string | undefined): void {
    this.#address = address;
    this.#delivery.onAddress(address);
  }
}

/** As tus has it: pairs of a key and a value in base64. */
function encoded(metadata: Delivery['metadata']): string {
  return Object.entries(metadata)
    .flatMap(([key, value]) => (value ? `${key} ${base64(value)}` : []))
    .join(',');
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));

/** A pause that ends when the browser hears of a connection. */
function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = () => {
      clearTimeout(timer);
      window.removeEventListener('online', over);
      signal.removeEventListener('abort', over);
      if (signal.aborted) reject(signal.reason as Error);
      else resolve();
    };
    const timer = setTimeout(over, ms);
    window.addEventListener('online', over);
    signal.addEventListener('abort', over);
  });
}
