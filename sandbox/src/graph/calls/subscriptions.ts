import { randomUUID } from 'node:crypto';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody } from '../call.ts';
import { GraphError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';

interface Subscription {
  id: string;
  person: string;
  drive: Drive;
  resource: string;
  notificationUrl: string;
  clientState: string | undefined;
  expires: number;
}

interface SubscriptionBody {
  changeType?: string;
  resource?: string;
  notificationUrl?: string;
  expirationDateTime?: string;
  clientState?: string;
}

const MINUTE = 60_000;
const MAX_MINUTES = 42_300;
const MIN_MINUTES = 45;
const VALIDATION_MS = 10_000;

/** Notifies addresses that something changed in a drive, but not what. */
export class SubscriptionList {
  readonly #open = new Map<string, Subscription>();
  readonly #due = new Set<Drive>();

  async create(call: Call): Promise<SandboxResponse> {
    const body = await jsonBody<SubscriptionBody>(call);
    const { changeType, resource = '', notificationUrl = '', clientState } = body;
    if (changeType !== 'updated') throw new GraphError('invalidRequest', 'Drives support changeType updated only');
    if ((clientState?.length ?? 0) > 128) throw new GraphError('invalidRequest', 'clientState is too long');
    const drive = driveOf(call, resource);
    const expires = expiryOf(body.expirationDateTime);
    await validate(notificationUrl);
    const id = randomUUID();
    const { person } = call.grant;
    this.#open.set(id, { id, person, drive, resource, notificationUrl, clientState, expires });
    return jsonAnswer(describe(this.#open.get(id)!), 201);
  }

  remove(call: Call, id: string): SandboxResponse {
    this.#open.delete(this.#mine(call, id).id);
    return { status: 204 };
  }

  /** Changes in quick succession cause one notification. */
  changed(drive: Drive): void {
    if (this.#open.size === 0 || this.#due.has(drive)) return;
    this.#due.add(drive);
    setImmediate(() => {
      this.#due.delete(drive);
      for (const one of this.#open.values()) if (one.drive === drive && one.expires > Date.now()) void notify(one);
    });
  }

  #mine({ grant }: Call, id: string): Subscription {
    const subscription = this.#open.get(id);
    if (!subscription || subscription.person !== grant.person || subscription.expires < Date.now())
      throw new GraphError('itemNotFound');
    return subscription;
  }
}

function driveOf({ world, grant }: Call, resource: string): Drive {
  const path = resource.replace(/^\//, '');
  if (path === 'me/drive/root') return world.ownDrive(grant.person);
  const id = /^drives\/([^/]+)\/root$/.exec(path)?.[1];
  if (id === undefined) throw new GraphError('invalidRequest', `Unsupported resource ${resource}`);
  return world.drive(grant, id);
}

/** Less than 45 minutes becomes 45; more than 30 days is refused. */
function expiryOf(text: string | undefined): number {
  const asked = Date.parse(text ?? '');
  if (Number.isNaN(asked)) throw new GraphError('invalidRequest', 'expirationDateTime is missing');
  if (asked > Date.now() + (MAX_MINUTES + 1) * MINUTE)
    throw new GraphError('invalidRequest', `Subscription expiration can only be ${MAX_MINUTES} minutes in the future.`);
  return Math.max(asked, Date.now() + MIN_MINUTES * MINUTE);
}

/** The address has to echo a token as plain text within ten seconds. */
async function validate(notificationUrl: string): Promise<void> {
  const url = URL.parse(notificationUrl);
  const isLocal = url?.hostname === '127.0.0.1' || url?.hostname === 'localhost';
  if (!url || (url.protocol !== 'https:' && !isLocal))
    throw new GraphError('invalidRequest', 'The notification URL has to be an https address');
  const token = `Validation: Testing client application reachability for subscription ${randomUUID()} & more`;
  url.searchParams.set('validationToken', token);
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  const signal = AbortSignal.timeout(VALIDATION_MS);
  const response = await fetch(url, { method: 'POST', headers, signal }).catch(() => null);
  const isPlain = response?.headers.get('content-type')?.startsWith('text/plain') === true;
  const echoed = await response?.text().catch(() => '');
  if (response?.status !== 200 || !isPlain || echoed !== token)
    throw new GraphError('invalidRequest', 'Subscription validation request failed.');
}

async function notify({ id, resource, clientState, notificationUrl, expires }: Subscription): Promise<void> {
  const value = [
    {
      subscriptionId: id,
      clientState,
      resource: resource.replace(/^\//, ''),
      changeType: 'updated',
      subscriptionExpirationDateTime: new Date(expires).toISOString(),
      tenantId: '00000000-0000-0000-0000-000000000000',
    },
  ];
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ value });
  const response = await fetch(notificationUrl, { method: 'POST', headers, body }).catch(() => null);
  await response?.body?.cancel();
}

const describe = ({ id, resource, notificationUrl, clientState, expires }: Subscription) => ({
  id,
  resource,
  changeType: 'updated',
  notificationUrl,
  clientState,
  expirationDateTime: new Date(expires).toISOString(),
});
