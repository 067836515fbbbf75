import { createHmac, randomBytes } from 'node:crypto';
import type { Sockets } from './sockets.ts';
import type { Channel } from './workspace/channel.ts';
import { appId, type World } from './world.ts';

const RETRIES = 3;
const letters = { public_channel: 'channel', private_channel: 'group', im: 'im', mpim: 'mpim' } as const;

/**
 * The Events API: every change of a message is sent to the app, on a connection that it opened, or signed to its
 * address.
 */
export class Events {
  readonly #world: World;
  readonly #sockets: Sockets;
  #url: string | null = null;
  /** Events are sent one after the other, in their order. */
  #sending: Promise<unknown> = Promise.resolve();

  constructor(world: World, sockets: Sockets) {
    this.#world = world;
    this.#sockets = sockets;
  }

  /** The address has to answer with the challenge. */
  async register(url: string): Promise<void> {
    const challenge = randomBytes(24).toString('hex');
    const response = await this.#post(url, { token: 'legacy', challenge, type: 'url_verification' });
    const text = await response.text();
    const isAnswered = response.ok && (text === challenge || text === JSON.stringify({ challenge }));
    if (!isAnswered) throw new Error(`${url} did not answer the challenge.`);
    this.#url = url;
  }

  stop(): void {
    this.#url = null;
  }

  tell(channel: Channel, event: Record<string, unknown>): void {
    const { team, enterprise } = this.#world;
    const enterprise_id = enterprise?.id ?? null;
    const time = Math.floor(this.#world.now() / 1000);
    const envelope = {
      token: 'legacy',
      team_id: channel.teamId || team.id,
      ...(enterprise && { enterprise_id }),
      api_app_id: appId,
      event: { ...event, channel: channel.id, channel_type: letters[channel.kind], event_ts: `${time}.000000` },
      type: 'event_callback',
      event_id: `Ev${randomBytes(5).toString('hex').toUpperCase()}`,
      event_time: time,
      // Slack names one of the people who connected the app.
      authorizations: [
        {
          enterprise_id,
          team_id: enterprise ? null : team.id,
          user_id: [...channel.members][0],
          is_bot: false,
          is_enterprise_install: enterprise !== null,
        },
      ],
      is_ext_shared_channel: false,
    };
    if (this.#sockets.isUsed) this.#sockets.send(envelope);
    else this.#sending = this.#sending.then(() => this.#deliver(envelope));
  }

  /** An answer other than 2xx is followed by another attempt with the same event. */
  async #deliver(envelope: object): Promise<void> {
    for (let tries = 0; tries <= RETRIES && this.#url !== null; tries++) {
      const retry: Record<string, string> =
        tries === 0 ? {} : { 'x-slack-retry-num': String(tries), 'x-slack-retry-reason': 'http_error' };
      const response = await this.#post(this.#url, envelope, retry).catch(() => null);
      await response?.body?.cancel();
      if (response?.ok) return;
    }
  }

  #post(url: string, message: object, more: Record<string, string> = {}): Promise<Response> {
    const body = JSON.stringify(message);
    const time = String(Math.floor(this.#world.now() / 1000));
    const mac = createHmac('sha256', this.#world.options.signingSecret).update(`v0:${time}:${body}`);
    const headers = {
      'content-type': 'application/json',
      'x-slack-request-timestamp': time,
      'x-slack-signature': `v0=${mac.digest('hex')}`,
      ...more,
    };
    return fetch(url, { method: 'POST', headers, body });
  }
}
