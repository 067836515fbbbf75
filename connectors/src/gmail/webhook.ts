import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ReceiveWebhook } from '../kit/app.ts';
import { json, sameBytes } from '../kit/http/signed-body.ts';

const pushed = z.object({ message: z.object({ data: z.string().max(10_000) }) });
const news = z.object({ emailAddress: z.string().max(320) });
const digest = (text: string) => createHash('sha256').update(text).digest();

/**
 * Pub/Sub posts which mailbox changed. Its messages aren’t signed; the token in the address proves that it is our
 * subscription.
 */
export const webhook: ReceiveWebhook = ({ method, query, body }, { settings }) => {
  const { pubsubToken = '' } = settings;
  if (method !== 'POST' || !pubsubToken) return { kind: 'refused' };
  if (!sameBytes(digest(query.get('token') ?? ''), digest(pubsubToken))) return { kind: 'refused' };
  const envelope = pushed.safeParse(json(body));
  if (!envelope.success) return { kind: 'malformed' };
  const changed = news.safeParse(json(Buffer.from(envelope.data.message.data, 'base64')));
  if (!changed.success) return { kind: 'malformed' };
  return { kind: 'accounts', remoteUserIds: [changed.data.emailAddress.toLowerCase()] };
};
