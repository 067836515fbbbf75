/** No answer, or one that is worth another try: the connection broke, the server is busy or restarts. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  readonly retryAfterMs: number;
  /** The server's own fault: endless tries would not help. */
  readonly fault: boolean;
  constructor({ retryAfterMs = 0, fault = false } = {}) {
    super('Interrupted');
    this.retryAfterMs = retryAfterMs;
    this.fault = fault;
  }
}

/** The server does not want it; the message says why. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  /** Because the name is taken: somebody has to decide. */
  readonly nameTaken: boolean;
  constructor(message: string, status: number, nameTaken = false) {
    super(message);
    this.status = status;
    this.nameTaken = nameTaken;
  }
}

export interface TusRequest {
  method: 'POST' | 'HEAD' | 'PATCH' | 'DELETE';
  url: string;
  headers: Record<string, string>;
  body?: Blob;
  signal?: AbortSignal;
  /** Bytes of this request that have left. */
  onSent?(bytes: number): void;
}

/** Answers a header. */
type Answer = (header: string) => string | null;

/** Without a byte for so long, the connection is dead, whatever the browser believes. */
const SILENCE_MS = 45_000;

/** XMLHttpRequest, since fetch does not tell how far an upload is. */
export function ask({ method, url, headers, body, signal, onSent }: TusRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const stop = () => xhr.abort();
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_MS);
    };
    const over = () => {
      clearTimeout(silence);
      signal?.removeEventListener('abort', stop);
    };
    xhr.open(method, url);
    xhr.setRequestHeader('Tus-Resumable', '1.0.0');
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', ({ loaded }) => {
      alive();
      onSent?.(loaded);
    });
    // All has left: how long the server takes for it is its own affair.
    xhr.upload.addEventListener('load', () => clearTimeout(silence));
    xhr.addEventListener('loadend', () => {
      over();
      if (signal?.aborted) reject(signal.reason as Error);
      else if (xhr.status >= 200 && xhr.status < 300) resolve((name) => xhr.getResponseHeader(name));
      else reject(failureOf(xhr));
    });
    if (signal?.aborted) return reject(signal.reason as Error);
    signal?.addEventListener('abort', stop);
    if (body?.size) alive();
    xhr.send(body ?? null);
  });
}

function failureOf(xhr: XMLHttpRequest): Error {
  const { status } = xhr;
  const retryAfterMs = Number(xhr.status && xhr.getResponseHeader('Retry-After')) * 1000;
  if (status === 0 || status === 408 || status === 429 || status >= 500)
    return new Interrupted({ retryAfterMs, fault: status === 500 });
  return new Refused(messageOf(xhr), status, xhr.getResponseHeader('Upload-Conflict') === 'name');
}

function messageOf({ responseText, status }: XMLHttpRequest): string {
  try {
    return (JSON.parse(responseText) as { message: string }).message;
  } catch {
    return `The server answered ${status}.`;
  }
}
