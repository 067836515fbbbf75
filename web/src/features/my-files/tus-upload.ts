import { uploadsPath } from '@sheaf/contract';
import { Interrupted, Refused, type TusRequest } from './tus-request.ts';

export interface SendRequest {
  file: File;
  metadata: Record<string, string | undefined>;
  headers(): Record<string, string>;
  /** The address of an earlier, unfinished upload of the file. */
  address: string | undefined;
  signal: AbortSignal;
  /** The address for resuming changed; undefined: it cannot be resumed. */
  onAddress(address: string | undefined): void;
  onSent(bytes: number): void;
  /** Why it pauses; null when it resumes. */
  onWaiting(reason: 'offline' | 'retrying' | null): void;
}

export interface SentFile {
  documentId: string;
  outcome: string;
}

/** Sends a request; returns the headers of the response. */
export type Ask = (request: TusRequest) => Promise<(header: string) => string | null>;

const MB = 1024 * 1024;
/** Files up to this size are sent with the request that creates the upload. */
const SMALL_BYTES = MB;
/** Target duration of one request: servers and proxies abort requests that take minutes. */
const REQUEST_MS = 8000;
const pieces = { first: 4 * MB, least: MB, most: 64 * MB };
const bytesType = { 'Content-Type': 'application/offset+octet-stream' };

/** One upload: its state on the server, as far as known, and the next request. */
export class TusUpload {
  readonly #request: SendRequest;
  readonly #ask: Ask;
  #address: string | undefined;
  /** Undefined: unknown, so the server is asked. */
  #offset: number | undefined;
  #piece = pieces.first;

  constructor(request: SendRequest, ask: Ask) {
    this.#request = request;
    this.#ask = ask;
    this.#address = request.address;
  }

  /** Marks the offset as unknown. */
  lost(): void {
    this.#offset = undefined;
  }

  /** How many bytes the server has, if known. */
  get offset(): number | undefined {
    return this.#offset;
  }

  async step(): Promise<SentFile | undefined> {
    try {
      if (!this.#address) return await this.#create();
      if (this.#offset === undefined) return await this.#head();
      return await this.#send(this.#offset);
    } catch (error) {
      if (!(error instanceof Refused) || !this.#address) throw error;
      if (error.status === 404 || error.status === 410) throw this.#gone(error.message);
      // The server has another offset. If it has all bytes, its message explains why it can’t store the file.
      if (error.status === 409 && this.#offset !== this.#request.file.size)
        throw new Interrupted('busy', { message: error.message });
      throw error;
    }
  }

  /** The upload expired or the server lost its bytes: the next step starts another. */
  #gone(message: string): Interrupted {
    const url = this.#address!;
    this.#setAddress(undefined);
    // Deletes it, because its announced size counts against the storage of the next one.
    this.#ask({ method: 'DELETE', url, headers: this.#headers() }).catch(() => {});
    return new Interrupted('gone', { message });
  }

  async #create(): Promise<SentFile | undefined> {
    const { file, metadata, signal, onSent } = this.#request;
    const small = file.size <= SMALL_BYTES;
    const answer = await this.#ask({
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

  async #head(): Promise<SentFile | undefined> {
    const { signal } = this.#request;
    return this.#learn(await this.#ask({ method: 'HEAD', url: this.#address!, headers: this.#headers(), signal }));
  }

  async #send(offset: number): Promise<SentFile | undefined> {
    const { file, signal, onSent } = this.#request;
    const body = file.slice(offset, offset + this.#piece);
    const started = performance.now();
    const answer = await this.#ask({
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

  #learn(answer: (header: string) => string | null): SentFile | undefined {
    this.#offset = Number(answer('Upload-Offset'));
    this.#request.onSent(this.#offset);
    const documentId = answer('Upload-Document');
    return documentId ? { documentId, outcome: answer('Upload-Outcome') ?? 'created' } : undefined;
  }

  #headers(more: Record<string, string> = {}): Record<string, string> {
    return { ...this.#request.headers(), ...more };
  }

  #setAddress(address: string | undefined): void {
    this.#address = address;
    this.#request.onAddress(address);
  }
}

/** In the format of the tus protocol: pairs of a key and a base64 value. */
function encoded(metadata: SendRequest['metadata']): string {
  return Object.entries(metadata)
    .flatMap(([key, value]) => (value ? `${key} ${base64(value)}` : []))
    .join(',');
}

const base64 = (text: string) => btoa(String.fromCharCode(...new TextEncoder().encode(text)));
