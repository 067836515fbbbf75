/**
 * Why another try may help: no answer came; the server is busy or restarting; it failed; another request works on the
 * upload; the upload is gone.
 */
export type Reason = 'unreachable' | 'busy' | 'fault' | 'locked' | 'gone';

/** No answer, or a temporary error. */
export class Interrupted extends Error {
  override name = 'Interrupted';
  readonly reason: Reason;
  readonly retryAfterMs: number;
  readonly status: number;
  constructor(reason: Reason, { message = '', retryAfterMs = 0, status = 0 } = {}) {
    super(message);
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
    this.status = status;
  }
}

/** The server refused the upload; the message says why. */
export class Refused extends Error {
  override name = 'Refused';
  readonly status: number;
  /** The name is taken: the person has to decide. */
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
  /** Bytes of this request sent so far. */
  onSent?(bytes: number): void;
}

/** Returns a header of the response. */
type Answer = (header: string) => string | null;

/** After this long without progress the connection counts as lost. */
const SILENCE_TIMEOUT_MS = 45_000;

/** XMLHttpRequest, because fetch reports no upload progress. */
export function ask({ method, url, headers, body, signal, onSent }: TusRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    let silence: ReturnType<typeof setTimeout> | undefined;
    const stop = () => xhr.abort();
    const alive = () => {
      clearTimeout(silence);
      silence = setTimeout(stop, SILENCE_TIMEOUT_MS);
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
    // Everything is sent: no time limit for the answer.
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
  const reason = reasonOf(status);
  const message = messageOf(xhr);
  if (!reason)
    return new Refused(
      message ?? `The server reported an error (${status}). Try again.`,
      status,
      xhr.getResponseHeader('Upload-Conflict') === 'name',
    );
  // In seconds. The header may also be a date, which is ignored.
  const retryAfterMs = status === 0 ? 0 : Number(xhr.getResponseHeader('Retry-After')) * 1000 || 0;
  return new Interrupted(reason, { message, retryAfterMs, status });
}

/** Null: another try would end the same way. */
export function reasonOf(status: number): Reason | null {
  if (status === 0) return 'unreachable';
  if (status === 423) return 'locked';
  if (status === 500) return 'fault';
  return status === 408 || status === 429 || status > 500 ? 'busy' : null;
}

function messageOf({ responseText }: XMLHttpRequest): string | undefined {
  try {
    return (JSON.parse(responseText) as { message: string }).message;
  } catch {
    return undefined;
  }
}
