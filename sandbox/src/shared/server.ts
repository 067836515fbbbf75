import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Duplex, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { documentPage, documentPagePath } from './document-page.ts';
import type { FaultAction, Faults } from './faults.ts';
import { listen, type RunningServer, type ServerAddress } from './listen.ts';

export interface SandboxRequest {
  method: string;
  /** The path as sent, still encoded, without the query. */
  path: string;
  query: URLSearchParams;
  headers: IncomingHttpHeaders;
  /** The stream, for bodies that are read piece by piece. */
  incoming: IncomingMessage;
  /** The complete body; refused if larger than `maxBytes`. */
  body(maxBytes?: number): Promise<Buffer>;
  /** The fault that a test requested for this call. */
  fault: FaultAction | null;
}

export interface SandboxResponse {
  status: number;
  headers?: Record<string, string>;
  /** A large body is generated piece by piece; its length is then in the headers. */
  body?: string | Uint8Array | Iterable<Uint8Array>;
}

export interface ServerOptions {
  address?: ServerAddress;
  faults: Faults;
  answer(req: SandboxRequest): SandboxResponse | Promise<SandboxResponse>;
  /** Converts an error that `answer` threw to the provider’s format. */
  refuse(error: unknown, req: SandboxRequest): SandboxResponse;
  /** A failure requested by a test, in the provider’s format. */
  failure(fault: FaultAction & { kind: 'status' }, req: SandboxRequest): SandboxResponse;
  /** The functions that POST /_control/<name> calls, with the JSON body as their argument. */
  control: object;
  /** Handles a connection that a client upgrades to another protocol (WebSocket). Faults count it as a GET. */
  upgrade?(incoming: IncomingMessage, socket: Duplex, head: Buffer): void;
}

const MAX_BODY_BYTES = 512 * 1024 * 1024;

/** A server with faults requested by tests and control calls at /_control. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  const server = createServer((incoming, outgoing) => {
    void respond(options, incoming, outgoing).catch(() => outgoing.destroy());
  });
  server.keepAliveTimeout = 60_000;
  const { upgrade, faults } = options;
  if (upgrade)
    server.on('upgrade', (incoming, socket, head) => {
      const fault = faults.next('GET', parse(incoming).path);
      if (fault?.kind === 'status') refuseUpgrade(socket, fault.status);
      else if (fault?.kind !== 'hang') upgrade(incoming, socket, head);
    });
  return listen(server, options.address);
}

export function refuseUpgrade(socket: Duplex, status: number): void {
  socket.end(`HTTP/1.1 ${status} Refused\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
}

async function respond(options: ServerOptions, incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
  const req = parse(incoming);
  if (req.path.startsWith('/_control/')) return write(outgoing, await controlled(options.control, req), incoming);
  if (req.path.startsWith(documentPagePath)) return write(outgoing, documentPage(req.query), incoming);
  req.fault = options.faults.next(req.method, req.path);
  if (req.fault?.kind === 'hang') return;
  if (req.fault?.kind === 'delay') await sleep(req.fault.ms);
  let response: SandboxResponse;
  try {
    if (req.fault?.kind === 'status') response = options.failure(req.fault, req);
    else if (req.fault?.kind === 'garbage') response = { status: 200, body: '<!doctype html><title>Oops</title>' };
    else response = await options.answer(req);
  } catch (error) {
    if (incoming.destroyed && !incoming.complete) return; // The client has hung up.
    response = options.refuse(error, req);
  }
  await write(outgoing, response, incoming, req.fault?.kind === 'cut' ? req.fault.afterBytes : undefined);
}

function parse(incoming: IncomingMessage): SandboxRequest {
  const [path = '/', ...rest] = (incoming.url ?? '/').split('?');
  return {
    method: incoming.method ?? 'GET',
    path,
    query: new URLSearchParams(rest.join('?')),
    headers: incoming.headers,
    fault: null,
    incoming,
    async body(maxBytes = MAX_BODY_BYTES) {
      const pieces: Buffer[] = [];
      let size = 0;
      for await (const piece of incoming as AsyncIterable<Buffer>) {
        size += piece.length;
        if (size > maxBytes) throw new Error(`The body is larger than ${maxBytes} bytes.`);
        pieces.push(piece);
      }
      return Buffer.concat(pieces);
    },
  };
}

async function write(
  outgoing: ServerResponse,
  { status, headers = {}, body = '' }: SandboxResponse,
  incoming: IncomingMessage,
  cutAfter?: number,
): Promise<void> {
  incoming.resume();
  const complete = typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : null;
  const bare = status === 204 || status === 304;
  outgoing.writeHead(status, {
    ...(complete && !bare ? { 'content-length': String(complete.length) } : {}),
    ...headers,
  });
  if (incoming.method === 'HEAD' || bare) return void outgoing.end();
  if (complete && cutAfter === undefined) return void outgoing.end(complete);
  const pieces = complete ? [complete] : (body as Iterable<Uint8Array>);
  const sent = cutAfter === undefined ? pieces : broken(pieces, cutAfter);
  // A client that disconnects early is not an error.
  await pipeline(Readable.from(sent, { objectMode: false }), outgoing).catch(() => {});
}

/** Sends the first bytes, then breaks the connection. */
async function* broken(pieces: Iterable<Uint8Array>, after: number): AsyncIterable<Uint8Array> {
  let left = after;
  for (const piece of pieces) {
    if (left > 0) yield piece.subarray(0, left);
    left -= piece.length;
    if (left <= 0) break;
  }
  await sleep(20);
  throw new Error('cut');
}

/**
 * Whether the sender is on this machine, whatever name the request uses. Behind a published port of a container it
 * isn’t.
 */
export const isLoopback = (address = '') => /^(::ffff:)?127\.\d+\.\d+\.\d+$|^::1$/.test(address);

/** A page of another site whose name resolves to this machine (DNS rebinding) still sends its own name. */
const isLocal = (host = '') => /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/.test(host);

/** The header excludes other sites, because browsers send a preflight request for such a header. */
async function controlled(control: object, req: SandboxRequest): Promise<SandboxResponse> {
  if (!isLoopback(req.incoming.socket.remoteAddress)) return { status: 403, body: 'Only from this machine' };
  if (!isLocal(req.headers.host)) return { status: 403, body: 'Only by a name of this machine' };
  if (req.headers['x-sandbox-control'] === undefined) return { status: 403, body: 'x-sandbox-control is missing' };
  const name = req.path.slice('/_control/'.length);
  const method: unknown = Object.hasOwn(control, name) ? control[name as keyof typeof control] : undefined;
  if (req.method !== 'POST' || typeof method !== 'function') return { status: 404, body: `No control named ${name}` };
  try {
    const text = (await req.body()).toString();
    const answer: unknown = await method(text === '' ? undefined : JSON.parse(text));
    const body = JSON.stringify(answer ?? null);
    return { status: 200, headers: { 'content-type': 'application/json' }, body };
  } catch (error) {
    return { status: 400, body: String(error) };
  }
}
