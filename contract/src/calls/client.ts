import type { CallInput, DataOf, Endpoint } from './endpoint.ts';
import type { ErrorBody, Pagination } from './envelope.ts';

/** An answer other than success, or no answer at all (status undefined). */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number | undefined;
  readonly code: string;
  readonly errors: Record<string, string[]>;
  readonly retryAfter: number | undefined;
  constructor(status: number | undefined, body: ErrorBody, retryAfter?: number) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.errors = body.errors ?? {};
    this.retryAfter = retryAfter;
  }
}

/** If the answer is bytes, the response itself, whose body has not been read. */
export type Answer<E extends Endpoint> = E['bytes'] extends true
  ? Response
  : E['paged'] extends true
    ? { data: DataOf<E>; pagination: Pagination }
    : { data: DataOf<E> };

export interface ClientOptions {
  /** The address of the API, such as `/api` or `http://localhost:3000/api`. */
  baseUrl: string;
  /** Authorization and Organization, read again for every call. */
  headers(): Record<string, string>;
  fetch?: typeof fetch;
  /** Parses JSON like `JSON.parse`. */
  read?(text: string): unknown;
}

export type Call = <E extends Endpoint>(
  endpoint: E,
  ...input: Partial<CallInput<E>> extends CallInput<E>
    ? [input?: CallInput<E> & { signal?: AbortSignal }]
    : [input: CallInput<E> & { signal?: AbortSignal }]
) => Promise<Answer<E>>;

interface AnyInput {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  picture?: Blob;
  signal?: AbortSignal;
}

export function createClient(options: ClientOptions): Call {
  const send = options.fetch ?? ((...request: Parameters<typeof fetch>) => fetch(...request));
  const read = options.read ?? JSON.parse;
  return async (endpoint, ...[given]) => {
    const input = (given ?? {}) as AnyInput;
    let response: Response;
    let body: unknown;
    try {
      response = await send(options.baseUrl + pathOf(endpoint, input), {
        method: endpoint.method,
        headers: {
          Accept: endpoint.bytes ? '*/*' : 'application/json',
          ...contentType(input),
          ...options.headers(),
        },
        body: input.picture ?? (input.body === undefined ? undefined : JSON.stringify(input.body)),
        signal: input.signal,
      });
      if (endpoint.bytes && response.ok) return response as Answer<typeof endpoint>;
      const text = await response.text();
      try {
        body = read(text);
      } catch {
        // Anything but JSON is handled as an answer without a body.
      }
    } catch (cause) {
      if (input.signal?.aborted) throw cause;
      throw new ApiError(undefined, {
        message: 'No connection to Sheaf. Check your network and try again.',
        code: 'offline',
      });
    }
    if (response.ok && body) return body as Answer<typeof endpoint>;
    const retryAfter = Number(response.headers.get('Retry-After')) || undefined;
    throw new ApiError(
      response.status,
      isErrorBody(body)
        ? body
        : { message: `The server reported an error (${response.status}). Try again.`, code: 'internal' },
      retryAfter,
    );
  };
}

function contentType({ body, picture }: AnyInput): Record<string, string> {
  if (picture) return { 'Content-Type': picture.type };
  return body === undefined ? {} : { 'Content-Type': 'application/json' };
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'message' in body;
}

function pathOf(endpoint: Endpoint, input: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => encodeURIComponent(String(input.params?.[key])));
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(input.query ?? {})) if (value !== undefined) query.set(key, String(value));
  return query.size ? `${path}?${query}` : path;
}
