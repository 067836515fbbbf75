import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { ConnectorError } from '../errors.ts';
import type { NetworkGuard } from '../network/guard.ts';
import { readUpTo } from './body.ts';
import { directReads } from './direct.ts';
import { type Answer, type Connections, exchange, StaleConnection } from './exchange.ts';
import type { HttpClient, HttpRequest, HttpResponse } from './http.ts';
import { isRedirect, maxRedirects, redirected } from './redirects.ts';

export interface HttpClientOptions {
  userAgent: string;
  guard?: NetworkGuard;
  /** Connections to one host. Unlimited by default: the pacers limit calls, and accounts must not wait for each other. */
  maxSockets?: number;
  /** The default for requests that set none; also how long unused connections are kept. */
  idleMs?: number;
  log?: { debug(data: object, message: string): void };
}

const textLimit = 16 * 1024 * 1024;
const discardLimit = 1024 * 1024;

export function createHttpClient(options: HttpClientOptions): HttpClient & { close(): void } {
  const { userAgent, guard, maxSockets = Number.POSITIVE_INFINITY, idleMs = 60_000, log } = options;
  const agentOptions = { keepAlive: true, maxSockets, maxFreeSockets: 64, timeout: idleMs, onread: directReads };
  const http = new HttpAgent(agentOptions);
  const https = new HttpsAgent(agentOptions);
  const connections: Connections = { http, https, guard, userAgent, idleMs };
  return {
    async send(request) {
      const started = performance.now();
      const note = (outcome: { status?: number; failed?: string }) => {
        if (!log) return;
        const { host, pathname } = new URL(request.url);
        const ms = Math.round(performance.now() - started);
        log.debug({ method: request.method ?? 'GET', host, path: pathname, ...outcome, ms }, 'request');
      };
      try {
        const response = await follow(connections, request);
        note({ status: response.status });
        return response;
      } catch (error) {
        if (request.body instanceof Readable) request.body.destroy();
        note({ failed: error instanceof ConnectorError ? error.code : 'aborted' });
        throw error;
      }
    },
    close() {
      http.destroy();
      https.destroy();
    },
  };
}

async function follow(connections: Connections, first: HttpRequest): Promise<HttpResponse> {
  let request = first;
  for (let hops = 0; ; hops++) {
    const answer = await sendOnce(connections, request);
    const { statusCode = 0, headers } = answer.message;
    if (!isRedirect(request, statusCode, headers.location)) return present(answer, request.url);
    await discard(answer.body);
    if (hops === maxRedirects) throw new ConnectorError('unavailable', `${hostOf(first.url)} redirects without end`);
    request = redirected(request, headers.location);
  }
}

async function sendOnce(connections: Connections, request: HttpRequest): Promise<Answer> {
  try {
    return await exchange(connections, request, { fresh: false });
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error;
    return exchange(connections, request, { fresh: true });
  }
}

function present({ message, body }: Answer, url: string): HttpResponse {
  const text = async (maxBytes = textLimit) => {
    const bytes = await readUpTo(body, maxBytes);
    if (!bytes) throw new ConnectorError('unavailable', `${hostOf(url)} answers with more than ${maxBytes} bytes`);
    return bytes.toString('utf8');
  };
  return {
    status: message.statusCode ?? 0,
    headers: message.headers,
    url,
    body,
    text,
    async json<T>() {
      const answer = await text();
      try {
        return JSON.parse(answer) as T;
      } catch {
        // The parser's error is left out, since it quotes the body.
        throw new ConnectorError('unavailable', `${hostOf(url)} answers with something that is not JSON`);
      }
    },
    discard: () => discard(body),
  };
}

const hostOf = (url: string) => new URL(url).host;

/** Reads a short body to its end so that the connection can be reused; a long one costs more than a new connection. */
async function discard(body: Answer['body']): Promise<void> {
  await readUpTo(body, discardLimit).catch(() => {});
}
