import { z } from 'zod';
import type { OAuthApp } from '../../kit/app.ts';
import { ConnectorError } from '../../kit/errors.ts';
import { newAddress } from './address.ts';
import { type Line, openLine } from './gateway.ts';

/** A message that Slack wants to have acknowledged. */
export interface Envelope {
  type: string;
  payload: unknown;
  acknowledge(): void;
}

const message = z.object({
  type: z.string(),
  reason: z.string().optional(),
  envelope_id: z.string().max(200).optional(),
  payload: z.unknown().optional(),
});

/**
 * The connection and, after Slack has requested another one, also the next: the old one is closed once the new one
 * works, so that nothing is missed in between. Both feed one queue.
 */
export class Connection {
  readonly #app: OAuthApp;
  readonly #signal: AbortSignal;
  readonly #silentMs: number | undefined;
  readonly #lines = new Set<Line>();
  #isOpening = false;
  #isClosed = false;
  #arrived: Envelope[] = [];
  #failure: unknown = null;
  #changed = Promise.withResolvers<void>();

  constructor(app: OAuthApp, signal: AbortSignal, silentMs?: number) {
    this.#app = app;
    this.#signal = signal;
    this.#silentMs = silentMs;
    signal.addEventListener('abort', this.close);
  }

  /** May be called while another one is open. */
  async open(): Promise<void> {
    if (this.#isOpening || this.#isClosed) return;
    this.#isOpening = true;
    try {
      const url = await newAddress(this.#app, this.#signal);
      if (this.#isClosed) return;
      const line: Line = openLine(url, {
        onText: (text) => this.#take(line, text),
        onEnd: (error) => this.#ended(line, error),
        ...(this.#silentMs !== undefined && { silentMs: this.#silentMs }),
      });
      this.#lines.add(line);
    } finally {
      this.#isOpening = false;
    }
  }

  /** All messages since the last call; none after it was closed. Throws when the last connection has ended. */
  async next(): Promise<readonly Envelope[]> {
    while (this.#arrived.length === 0 && this.#failure === null && !this.#isClosed) await this.#changed.promise;
    if (this.#arrived.length > 0 || this.#failure === null) return this.#arrived.splice(0);
    throw this.#failure;
  }

  close = (): void => {
    this.#isClosed = true;
    this.#signal.removeEventListener('abort', this.close);
    for (const line of this.#lines) line.close();
    this.#wake();
  };

  #take(line: Line, text: string): void {
    const read = message.safeParse(parsed(text));
    if (!read.success) return;
    const { type, reason, envelope_id, payload } = read.data;
    if (type === 'hello') {
      for (const other of this.#lines) if (other !== line) other.close();
    } else if (type === 'disconnect' && reason === 'link_disabled') {
      this.#fail(new ConnectorError('forbidden', 'Socket Mode is off in the settings of the Slack app'));
    } else if (type === 'disconnect') {
      this.#replace();
    } else if (envelope_id !== undefined) {
      const acknowledge = () => line.send(JSON.stringify({ envelope_id }));
      this.#arrived.push({ type, payload, acknowledge });
      this.#wake();
    }
  }

  /** If that fails, the old connection continues until it ends. */
  #replace(): void {
    this.open().catch((error: unknown) => {
      if (this.#lines.size === 0) this.#fail(error);
    });
  }

  #ended(line: Line, error: ConnectorError): void {
    this.#lines.delete(line);
    if (this.#lines.size === 0 && !this.#isOpening) this.#fail(error);
  }

  #fail(error: unknown): void {
    this.#failure ??= error;
    this.#wake();
  }

  #wake(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
