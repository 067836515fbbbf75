import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { Concerned, ReceiveWebhook } from '../kit/app.ts';
import { json, sameBytes } from '../kit/http/signed-body.ts';

const OLDEST_SECONDS = 300;

const id = z.string().regex(/^[TE][A-Z0-9]{1,30}$/);
const message = z.discriminatedUnion('type', [
  z.object({ type: z.literal('url_verification'), challenge: z.string().min(1).max(512) }),
  z.object({
    type: z.literal('event_callback'),
    team_id: id,
    authorizations: z
      .array(
        z.object({ team_id: id.nullish(), enterprise_id: id.nullish(), is_enterprise_install: z.boolean().optional() }),
      )
      .max(100)
      .optional(),
  }),
  // Slack has dropped events of this workspace.
  z.object({ type: z.literal('app_rate_limited'), team_id: id }),
]);

/** Receives events of a workspace, signed for the app. They concern everybody who connected an account there. */
export const webhook: ReceiveWebhook = ({ method, headers, body, now }, { settings }) => {
  if (method !== 'POST') return { kind: 'malformed' };
  const time = headers['x-slack-request-timestamp'] ?? '';
  const isRecent = /^\d{1,12}$/.test(time) && Math.abs(now.getTime() / 1000 - Number(time)) <= OLDEST_SECONDS;
  const secret = settings.signingSecret ?? '';
  const expected = createHmac('sha256', secret).update(`v0:${time}:`).update(body).digest();
  const given = Buffer.from((headers['x-slack-signature'] ?? '').replace(/^v0=/, ''), 'hex');
  if (secret === '' || !isRecent || !sameBytes(given, expected)) return { kind: 'refused' };
  const read = message.safeParse(json(body));
  if (!read.success) return { kind: 'malformed' };
  if (read.data.type === 'url_verification') return { kind: 'challenge', text: read.data.challenge };
  return concernedBy(read.data);
};

type Event = Exclude<z.infer<typeof message>, { type: 'url_verification' }>;

/** The accounts concerned by an event from a socket; null if it isn’t one. */
export function concernedByEvent(payload: unknown): Concerned | null {
  const read = message.safeParse(payload);
  return read.success && read.data.type !== 'url_verification' ? concernedBy(read.data) : null;
}

function concernedBy(event: Event): Concerned {
  // In a channel shared between workspaces, the event belongs to one and the account to another.
  const others = event.type === 'event_callback' ? (event.authorizations ?? []) : [];
  // An account of an organization has the organization’s id, whichever workspace the event comes from.
  const named = others.flatMap(({ team_id, enterprise_id, is_enterprise_install }) => [
    team_id,
    is_enterprise_install ? enterprise_id : null,
  ]);
  const teams = new Set([event.team_id, ...named.filter((one) => typeof one === 'string')]);
  return { kind: 'accounts', remoteUserIds: [], startingWith: [...teams].map((team) => `${team}:`) };
}
