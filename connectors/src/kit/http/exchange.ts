import { type ClientRequest, type Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { type Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { Readable } from 'node:stream';
import { ConnectorError } from '../errors.ts';
import type { NetworkGuard } from '../network/guard.ts';
import { unreachable } from '../network/unreachable.ts';
import { HttpBody } from './body.ts';
import { directBody, expectLarge } from './direct.ts';
import type { HttpRequest } from './http.ts';

export interface Connections {
  http: HttpAgent;
  https: HttpsAgent;
  guard: NetworkGuard | undefined;
  userAgent: string;
  idleMs: number;
}

export interface Answer {
  message: IncomingMessage;
  body: Readable;
}

/** A kept-alive connection was closed without an answer, and the request is safe to repeat. */
export class StaleConnection extends Error {}

const repeatableMethods = new Set(['GET', 'HEAD', 'OPTIONS', 'PROPFIND', 'REPORT', 'SEARCH', 'DELETE']);

/**
 * The server may have executed the request before it closed the connection. So of writing requests, only bytes for a
 * given position are repeated here: only the caller can distinguish a file it has created from an older one.
 */
function isRepeatable({ method = 'GET', headers = {}, body }: HttpRequest): boolean {
  if (body instanceof Readable) return false;
  const hasPosition = Object.keys(headers).some((name) => name.toLowerCase() === 'content-range');
  return repeatableMethods.has(method) || (method === 'PUT' && hasPosition);
}

/** One request and its response, on a kept-alive connection or with `fresh` on a new one. No redirects, no retries. */
export function exchange(
  { http, https, guard, userAgent, idleMs: usualIdleMs }: Connections,
  request: HttpRequest,
  { fresh }: { fresh: boolean },
): Promise<Answer> {
  const { method = 'GET', body, signal, idleMs = usualIdleMs } = request;
  const url = new URL(request.url);
  const secure = url.protocol === 'https:';
  const explain = (error: Error) => {
    if (signal?.aborted) return signal.reason as Error;
    if (error instanceof ConnectorError || error === sourceError) return error;
    return unreachable(url.host, error);
  };
  let sourceError: Error | undefined;

  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    if (!secure && url.protocol !== 'http:') throw new TypeError(`Not a web address: ${url.protocol}`);
    guard?.check(url.hostname);
    const outgoing = (secure ? httpsRequest : httpRequest)({
      method,
      host: url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname,
      port: url.port,
      path: request.target ?? url.pathname + url.search,
      headers: headersFor(request, userAgent),
      agent: fresh ? false : secure ? https : http,
      lookup: guard?.lookup,
      timeout: idleMs,
      maxHeaderSize: 65_536,
    });
    let answer: Answer | undefined;
    let bytesBefore = 0;
    const abort = () => outgoing.destroy(new Error('aborted'));
    signal?.addEventListener('abort', abort, { once: true });

    outgoing.on('socket', (socket) => {
      bytesBefore = socket.bytesRead;
      if (method === 'GET') expectLarge(socket);
    });
    outgoing.on('timeout', () => {
      const read = outgoing.socket?.bytesRead;
      // After a pause, the process first reads what has arrived meanwhile.
      setImmediate(() => {
        const hasMore = outgoing.socket?.bytesRead !== read;
        // The server isn’t silent while received bytes wait for a slow reader; check again later.
        if (hasMore || (answer && answer.body.readableLength > 0)) outgoing.setTimeout(idleMs);
        else outgoing.destroy(new ConnectorError('unavailable', `${url.host} was silent for ${idleMs / 1000} seconds`));
      });
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const { socket } = outgoing;
      const unanswered = socket?.bytesRead === bytesBefore && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      if (answer) answer.body.destroy(explain(error));
      else if (outgoing.reusedSocket && unanswered && isRepeatable(request) && !signal?.aborted)
        reject(new StaleConnection());
      else reject(explain(error));
    });
    outgoing.on('response', (message) => {
      const body = directBody(message, explain) ?? new HttpBody(message, explain);
      answer = { message, body };
      answer.body.once('close', () => {
        signal?.removeEventListener('abort', abort);
        // A response that came before the complete request was sent is a refusal: the rest is not sent.
        if (!outgoing.writableFinished) outgoing.destroy();
      });
      resolve(answer);
    });
    outgoing.on('close', () => {
      if (!answer) signal?.removeEventListener('abort', abort);
    });
    if (body instanceof Readable) pour(body, outgoing, (error) => (sourceError = error));
    else outgoing.end(body);
  });
}

/** Sends a stream. An error on either side ends the other. */
function pour(source: Readable, outgoing: ClientRequest, sourceFailed: (error: Error) => void): void {
  const declared = outgoing.getHeader('content-length');
  let sent = 0;
  const fail = (error: Error) => {
    sourceFailed(error);
    outgoing.destroy(error);
  };
  source.on('data', (chunk: Buffer) => {
    sent += chunk.length;
    if (!outgoing.write(chunk, () => source.emit('sent'))) source.pause();
  });
  outgoing.on('drain', () => source.resume());
  source.once('error', fail);
  source.once('close', () => {
    if (!source.readableEnded && !source.errored && !outgoing.destroyed)
      fail(new Error('the stream to send was cut off'));
  });
  source.once('end', () => {
    if (declared !== undefined && sent !== Number(declared))
      fail(new ConnectorError('corrupt', `${sent} bytes to send where ${String(declared)} were announced`));
    else outgoing.end();
  });
  outgoing.once('error', () => source.destroy());
  outgoing.once('close', () => source.destroy());
}

function headersFor({ headers = {}, body, method = 'GET' }: HttpRequest, userAgent: string): Record<string, string> {
  const given = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const all = { ...headers };
  if (!given.has('user-agent')) all['user-agent'] = userAgent;
  if (!given.has('content-length') && !given.has('transfer-encoding')) {
    if (body instanceof Readable) all['transfer-encoding'] = 'chunked';
    else if (body !== undefined) all['content-length'] = String(Buffer.byteLength(body));
    else if (method !== 'GET' && method !== 'HEAD') all['content-length'] = '0';
  }
  return all;
}
