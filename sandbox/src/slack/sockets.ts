import { randomBytes, randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { refuseUpgrade, type SandboxRequest } from '../shared/server.ts';
import { SlackError } from './errors.ts';
import { bearerOf } from './request.ts';
import { appId, type World } from './world.ts';

interface Envelope {
  envelope_id: string;
  type: 'events_api';
  accepts_response_payload: false;
  payload: object;
  retry_attempt: number;
  retry_reason: string;
}

/** The maximum number of events kept for the next connection while none is open. */
const maxWaiting = 1000;

/** Socket Mode: the app opens connections, and each event is sent on one of them until it is acknowledged. */
export class Sockets {
  readonly #world: World;
  readonly #server = new WebSocketServer({ noServer: true });
  readonly #tickets = new Set<string>();
  /** The connections, oldest first, with the unacknowledged events of each. */
  readonly #open = new Map<WebSocket, Map<string, Envelope>>();
  #waiting: Envelope[] = [];
  #opened = 0;

  constructor(world: World) {
    this.#world = world;
  }

  /** Whether the app has opened a connection; until then, events go to its web address. */
  get isUsed(): boolean {
    return this.#opened > 0;
  }

  /** An address for one connection, only for the app’s own token. */
  newAddress(req: SandboxRequest): string {
    const { appToken } = this.#world.options;
    const token = bearerOf(req);
    if (req.method !== 'POST') throw new SlackError('insecure_request');
    if (token === undefined) throw new SlackError('not_authed');
    if (token !== appToken) throw new SlackError(token.startsWith('xapp-') ? 'invalid_auth' : 'not_allowed_token_type');
    this.#world.rates.enter('apps.connections.open', 1);
    const ticket = randomBytes(16).toString('hex');
    this.#tickets.add(ticket);
    return `${this.#world.url.replace(/^http/, 'ws')}/link/?${new URLSearchParams({ ticket, app_id: appId })}`;
  }

  upgrade = (incoming: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const { pathname, searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
    const isKnown = this.#tickets.delete(searchParams.get('ticket') ?? '');
    if (pathname !== '/link/' || !isKnown) refuseUpgrade(socket, 401);
    else this.#server.handleUpgrade(incoming, socket, head, (opened) => this.#welcome(opened));
  };

  #welcome(socket: WebSocket): void {
    this.#open.set(socket, new Map());
    this.#opened++;
    socket.on('error', () => {});
    socket.on('message', (data) => this.#acknowledged(socket, String(data)));
    // Slack sends unacknowledged events again.
    socket.on('close', () => {
      const lost = [...(this.#open.get(socket)?.values() ?? [])];
      this.#open.delete(socket);
      for (const envelope of lost)
        this.#send({ ...envelope, retry_attempt: envelope.retry_attempt + 1, retry_reason: 'timeout' });
    });
    const debug_info = { host: 'applink-sandbox', build_number: 1, approximate_connection_time: 18_060 };
    const hello = { type: 'hello', num_connections: this.#open.size, connection_info: { app_id: appId }, debug_info };
    socket.send(JSON.stringify(hello));
    for (const envelope of this.#waiting.splice(0)) this.#send(envelope);
  }

  #acknowledged(socket: WebSocket, text: string): void {
    this.#open.get(socket)?.delete((JSON.parse(text) as { envelope_id?: string }).envelope_id ?? '');
  }

  send(payload: object): void {
    this.#send({
      envelope_id: randomUUID(),
      type: 'events_api',
      accepts_response_payload: false,
      payload,
      retry_attempt: 0,
      retry_reason: '',
    });
  }

  /** Any connection may be used; here, the newest. */
  #send(envelope: Envelope): void {
    const newest = [...this.#open].at(-1);
    if (!newest) {
      this.#waiting = [...this.#waiting, envelope].slice(-maxWaiting);
      return;
    }
    newest[1].set(envelope.envelope_id, envelope);
    newest[0].send(JSON.stringify(envelope));
  }

  disconnect(reason: string): void {
    this.sendRaw(JSON.stringify({ type: 'disconnect', reason, debug_info: { host: 'applink-sandbox' } }));
  }

  sendRaw(text: string): void {
    for (const socket of this.#open.keys()) socket.send(text);
  }

  drop(): void {
    for (const socket of this.#open.keys()) socket.terminate();
  }

  freeze(): void {
    for (const socket of this.#open.keys()) socket.pause();
  }

  describe() {
    const sent = [...this.#open.values()].reduce((sum, { size }) => sum + size, 0);
    return { open: this.#open.size, opened: this.#opened, unacknowledged: sent + this.#waiting.length };
  }
}
