import { randomBytes } from 'node:crypto';
import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody } from '../call.ts';
import { GoogleError, jsonAnswer } from '../errors.ts';
import type { Drive } from '../files/drive.ts';
import { changesPosition } from './changes.ts';

interface Channel {
  drive: Drive;
  id: string;
  resourceId: string;
  address: string;
  token: string | undefined;
  expires: number;
  messages: number;
}

const HOUR = 3_600_000;
const MAX_LIFE = 7 * 24 * HOUR;

/** The addresses to notify when something changed. */
export class Channels {
  readonly #open = new Map<string, Channel>();
  readonly #due = new Set<Drive>();

  /** Watches all changes from a position in the feed on. */
  async watch(call: Call): Promise<SandboxResponse> {
    changesPosition(call);
    const body = await jsonBody<drive_v3.Schema$Channel>(call);
    if (!body.id || body.type !== 'web_hook' || !body.address)
      throw new GoogleError('required', 'id, type and address are required');
    const address = URL.parse(body.address);
    const isLoopback = address?.hostname === '127.0.0.1' || address?.hostname === 'localhost';
    if (address?.protocol !== 'https:' && !isLoopback) throw new GoogleError('webhookUrlNotHttps');
    if (this.#open.has(body.id)) throw new GoogleError('badRequest', `Channel id ${body.id} not unique`);
    const asked = body.expiration ? Number(body.expiration) : Date.now() + HOUR;
    const channel: Channel = {
      drive: call.drive,
      id: body.id,
      resourceId: randomBytes(18).toString('base64url'),
      address: body.address,
      token: body.token ?? undefined,
      expires: Math.min(asked, Date.now() + MAX_LIFE),
      messages: 0,
    };
    this.#open.set(channel.id, channel);
    void post(channel, 'sync');
    return jsonAnswer({
      kind: 'api#channel',
      id: channel.id,
      resourceId: channel.resourceId,
      resourceUri: `${call.origin}/drive/v3/changes?alt=json&pageToken=${call.req.query.get('pageToken')}`,
      token: channel.token,
      expiration: String(channel.expires),
    } satisfies drive_v3.Schema$Channel);
  }

  async stop(call: Call): Promise<SandboxResponse> {
    const { id, resourceId } = await jsonBody<drive_v3.Schema$Channel>(call);
    const channel = this.#open.get(id ?? '');
    if (!channel || channel.resourceId !== resourceId || channel.drive !== call.drive) {
      throw new GoogleError('channelNotFound', `Channel '${id}' not found for project`);
    }
    this.#open.delete(channel.id);
    return { status: 204 };
  }

  /** Changes in quick succession cause one notification. */
  changed(drive: Drive): void {
    if (this.#open.size === 0 || this.#due.has(drive)) return;
    this.#due.add(drive);
    setImmediate(() => {
      this.#due.delete(drive);
      for (const channel of this.#open.values()) {
        if (channel.drive === drive && channel.expires > Date.now()) void post(channel, 'change');
      }
    });
  }
}

async function post(channel: Channel, state: 'sync' | 'change'): Promise<void> {
  const headers: Record<string, string> = {
    'x-goog-channel-id': channel.id,
    'x-goog-resource-id': channel.resourceId,
    'x-goog-resource-uri': 'https://www.googleapis.com/drive/v3/changes',
    'x-goog-resource-state': state,
    'x-goog-message-number': String(++channel.messages),
    'x-goog-channel-expiration': new Date(channel.expires).toUTCString(),
  };
  if (channel.token !== undefined) headers['x-goog-channel-token'] = channel.token;
  const answer = await fetch(channel.address, { method: 'POST', headers }).catch(() => null);
  await answer?.body?.cancel();
}
