import { randomBytes } from 'node:crypto';
import type { gmail_v1 } from '@googleapis/gmail';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { Mailbox } from './mailbox.ts';

const WEEK = 7 * 24 * 3_600_000;

/** The watched mailboxes, and the Pub/Sub subscriptions that post published messages. */
export class Push {
  readonly #watches = new Map<Mailbox, { topic: string; expires: number }>();
  readonly #endpoints = new Map<string, string>();
  readonly #due = new Set<Mailbox>();

  /** Like an operator in the Cloud console: posts messages of the topic to the address. */
  subscribe(topic: string, endpoint: string): void {
    this.#endpoints.set(topic, endpoint);
  }

  /** A mailbox has one watch: another one replaces it. */
  async watch(call: Call): Promise<SandboxResponse> {
    const { topicName } = await jsonBody<gmail_v1.Schema$WatchRequest>(call);
    if (!/^projects\/[^/]+\/topics\/[^/]+$/.test(topicName ?? ''))
      throw new GoogleError('invalidArgument', `Invalid topicName does not match projects/*/topics/*`);
    const expires = Date.now() + WEEK;
    this.#watches.set(call.mailbox, { topic: topicName!, expires });
    return jsonAnswer({
      historyId: String(call.mailbox.history.last),
      expiration: String(expires),
    } satisfies gmail_v1.Schema$WatchResponse);
  }

  /** Changes in quick succession are published once. */
  changed(mailbox: Mailbox): void {
    const watch = this.#watches.get(mailbox);
    const endpoint = this.#endpoints.get(watch?.topic ?? '');
    if (!watch || !endpoint || watch.expires < Date.now() || this.#due.has(mailbox)) return;
    this.#due.add(mailbox);
    setImmediate(() => {
      this.#due.delete(mailbox);
      void publish(endpoint, mailbox);
    });
  }
}

async function publish(endpoint: string, { person, history }: Mailbox): Promise<void> {
  const data = JSON.stringify({ emailAddress: person.email, historyId: history.last });
  const message = {
    data: Buffer.from(data).toString('base64'),
    messageId: String(randomBytes(6).readUIntBE(0, 6)),
    publishTime: new Date().toISOString(),
  };
  const body = JSON.stringify({ message, subscription: 'projects/sandbox/subscriptions/sheaf' });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(endpoint, { method: 'POST', headers, body }).catch(() => null);
  await answer?.body?.cancel();
}
