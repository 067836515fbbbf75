import { type DataOf, type Endpoint, type ErrorCode, errorCodes, eventsPath } from '@sheaf/contract';
import { vi } from 'vitest';

/** One received call. */
export interface Received {
  endpoint: Endpoint;
  /** Without /api, with the query. */
  path: string;
  body: unknown;
}

type Reply = (call: Received) => Response | Promise<Response>;
type Route = readonly [Endpoint, Reply];

/**
 * Answers a call with data. The contract validates it, so that the fake server can’t answer what the real one wouldn’t.
 */
export function answers<E extends Endpoint>(
  endpoint: E,
  data: DataOf<E> | ((call: Received) => DataOf<E> | Promise<DataOf<E>>),
): Route {
  const reply = async (call: Received) => {
    const given = endpoint.data.parse(
      typeof data === 'function' ? await (data as (call: Received) => unknown)(call) : data,
    );
    const total = Array.isArray(given) ? given.length : 0;
    const pagination = endpoint.paged ? { pagination: { currentPage: 1, perPage: 100, total } } : {};
    return Response.json({ data: given, ...pagination }, { status: endpoint.status });
  };
  return [endpoint, reply];
}

interface Refusal {
  code: ErrorCode;
  message?: string;
  /** The messages of fields. */
  errors?: Record<string, string[]>;
  /** In seconds. */
  retryAfter?: number;
}

/** Answers a call with an error, with the status of its code. */
export function refuses(endpoint: Endpoint, { code, message = 'No', errors, retryAfter }: Refusal): Route {
  const headers = retryAfter ? { 'Retry-After': String(retryAfter) } : undefined;
  return [endpoint, () => Response.json({ code, message, errors }, { status: errorCodes[code].status, headers })];
}

/** The only double in component tests: the network. Later routes take precedence. */
export class FakeServer {
  readonly calls: Received[] = [];
  /** Calls without an answer. A test that makes one fails. */
  readonly unanswered: string[] = [];
  #routes: Route[];

  constructor(routes: readonly Route[]) {
    this.#routes = [...routes];
    vi.stubGlobal('fetch', (url: string, init?: RequestInit) => this.#fetch(url, init));
  }

  /** The connection for events opens when this resolves. */
  line: Promise<unknown> = Promise.resolve();

  /** Adds answers from now on. */
  now(...routes: Route[]): void {
    this.#routes.push(...routes);
  }

  callsOf(endpoint: Endpoint): Received[] {
    return this.calls.filter((call) => call.endpoint === endpoint);
  }

  async #fetch(url: string, { method = 'GET', body, signal }: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(url, 'http://localhost');
    const path = pathname.replace(/^\/api/, '');
    if (path === eventsPath) return this.line.then(() => silence(signal));
    const fitting = this.#routes.filter(([endpoint]) => endpoint.method === method && patternOf(endpoint).test(path));
    // As on the real server, /documents/sources doesn’t name a document.
    const route = fitting.findLast(([endpoint]) => !endpoint.path.includes('{')) ?? fitting.at(-1);
    if (!route) {
      this.unanswered.push(`${method} ${path}`);
      return Response.json({ code: 'not_found', message: `Nothing answers ${method} ${path}` }, { status: 404 });
    }
    const [endpoint, reply] = route;
    const call = { endpoint, path: path + search, body: typeof body === 'string' ? JSON.parse(body) : undefined };
    this.calls.push(call);
    const response = await reply(call);
    signal?.throwIfAborted();
    return response;
  }
}

const patternOf = ({ path }: Endpoint) => new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`);

/** A connection for events that stays open without sending any. */
function silence(signal: AbortSignal | null | undefined): Response {
  const body = new ReadableStream({
    start(controller) {
      signal?.addEventListener('abort', () => controller.error(signal.reason));
    },
  });
  return new Response(body, { headers: { 'Content-Type': 'text/event-stream' } });
}
