import { createHmac } from 'node:crypto';
import type { Call, Route } from './call.ts';
import { badRequest } from './errors.ts';
import type { StripeEvent, WebhookEndpoint } from './objects/types.ts';
import { apiVersion, type World } from './world.ts';

/** The handling of events from now on. */
export type WebhookMode = 'deliver' | 'hold' | 'lose' | 'repeat';

const MAX_HELD = 5_000;
const ANSWER_MS = 10_000;
/** Stripe retries for three days at growing intervals; this retries as soon as a person would. */
const RETRY_MS = [100, 1_000, 10_000, 60_000];

/** `*` and `invoice.*` match all events of their kind. */
const matches = (wanted: string, type: string): boolean =>
  wanted === '*' || wanted === type || (wanted.endsWith('.*') && type.startsWith(wanted.slice(0, -1)));

/** Sandboxes only contact this machine. */
export function readUrl(text: string): string {
  const url = URL.parse(text);
  if (url && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)) return url.href;
  throw badRequest('Invalid URL: The sandbox delivers to addresses of this machine only.', 'url', 'url_invalid');
}

export function addEndpoint(world: World, url: string, enabled_events: string[], secret: string): WebhookEndpoint {
  return world.webhookEndpoints.add({
    id: world.id('we'),
    object: 'webhook_endpoint',
    api_version: apiVersion,
    created: world.now(),
    enabled_events,
    livemode: false,
    metadata: {},
    secret,
    status: 'enabled',
    url,
  });
}

/** The answer contains only this endpoint’s secret. */
function create({ world, params }: Call): WebhookEndpoint {
  const events = params.texts('enabled_events');
  if (events.length === 0)
    throw badRequest('Missing required param: enabled_events.', 'enabled_events', 'parameter_missing');
  return addEndpoint(world, readUrl(params.need('url')), events, world.id('whsec', 32));
}

export const webhookEndpointRoutes: readonly Route[] = [
  { method: 'POST', path: '/v1/webhook_endpoints', accepts: ['url', 'enabled_events'], run: create },
];

/** Sends every event to the endpoints that want it, signed. */
export class Webhooks {
  readonly #world: World;
  #mode: WebhookMode = 'deliver';
  #held: StripeEvent[] = [];
  /** Events that were not answered with 2xx, and the time of their next attempt. */
  readonly #failed = new Map<
    string,
    { event: StripeEvent; endpoint: WebhookEndpoint; timer: NodeJS.Timeout | undefined }
  >();
  /** Events are sent one after the other, in their order. */
  #sending: Promise<unknown> = Promise.resolve();
  #isStopped = false;
  /** The number of deliveries answered with 2xx. */
  delivered = 0;

  constructor(world: World) {
    this.#world = world;
    world.onEvent = (event) => this.#receive(event);
  }

  setMode(mode: WebhookMode): void {
    this.#mode = mode;
  }

  /** Releases held events in their order, or the newest first. */
  release(isReversed: boolean): void {
    const held = this.#held;
    this.#held = [];
    for (const event of isReversed ? held.toReversed() : held) this.#send(event);
  }

  /** Drops the held events. */
  lose(): void {
    this.#held = [];
  }

  /** Resolves when nothing is in transit. Failed events wait for their next attempt. */
  async idle(): Promise<void> {
    let last: unknown;
    while (last !== this.#sending) {
      last = this.#sending;
      await last;
    }
  }

  /** Retries failed events at once. */
  retryNow(): void {
    for (const [key, { event, endpoint, timer }] of this.#failed) {
      clearTimeout(timer);
      this.#failed.delete(key);
      this.#queue(event, endpoint, 0);
    }
  }

  stop(): void {
    this.#isStopped = true;
    for (const { timer } of this.#failed.values()) clearTimeout(timer);
    this.#failed.clear();
  }

  #receive(event: StripeEvent): void {
    if (this.#mode === 'lose') return;
    if (this.#mode === 'hold') {
      if (this.#held.length >= MAX_HELD) this.#held.shift();
      this.#held.push(event);
      return;
    }
    this.#send(event);
    if (this.#mode === 'repeat') this.#send(event);
  }

  #send(event: StripeEvent): void {
    for (const endpoint of this.#world.webhookEndpoints) {
      if (endpoint.status !== 'enabled' || !endpoint.enabled_events.some((wanted) => matches(wanted, event.type)))
        continue;
      event.pending_webhooks++;
      this.#queue(event, endpoint, 0);
    }
  }

  #queue(event: StripeEvent, endpoint: WebhookEndpoint, attempt: number): void {
    this.#sending = this.#sending.then(() => this.#deliver(event, endpoint, attempt));
  }

  async #deliver(event: StripeEvent, endpoint: WebhookEndpoint, attempt: number): Promise<void> {
    if (this.#isStopped || !this.#world.webhookEndpoints.get(endpoint.id)) return;
    const response = await this.#post(event, endpoint).catch(() => null);
    await response?.body?.cancel();
    if (response?.ok) {
      event.pending_webhooks = Math.max(0, event.pending_webhooks - 1);
      this.delivered++;
      return;
    }
    const delay = RETRY_MS[attempt];
    if (this.#isStopped) return;
    const key = `${event.id} ${endpoint.id}`;
    clearTimeout(this.#failed.get(key)?.timer);
    const again = () => {
      this.#failed.delete(key);
      this.#queue(event, endpoint, attempt + 1);
    };
    const timer = delay === undefined ? undefined : setTimeout(again, delay).unref();
    this.#failed.set(key, { event, endpoint, timer });
    if (this.#failed.size > MAX_HELD) this.#failed.delete(this.#failed.keys().next().value!);
  }

  /** Uses the machine’s time, however far the sandbox’s clock was moved, because receivers refuse old signatures. */
  #post(event: StripeEvent, endpoint: WebhookEndpoint): Promise<Response> {
    const body = JSON.stringify(event, null, 2);
    const time = Math.floor(Date.now() / 1000);
    const signature = createHmac('sha256', endpoint.secret ?? '')
      .update(`${time}.${body}`)
      .digest('hex');
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'stripe-signature': `t=${time},v1=${signature}`,
      'user-agent': 'Stripe/1.0 (+https://stripe.com/docs/webhooks)',
    };
    const signal = AbortSignal.timeout(ANSWER_MS);
    return fetch(endpoint.url, { method: 'POST', headers, body, signal, redirect: 'manual' });
  }
}
