import { z } from 'zod';
import type { ReceiveWebhook } from '../kit/app.ts';
import { json } from '../kit/http/signed-body.ts';

const MAX_TOKEN = 2048;
const news = z.object({ value: z.array(z.object({ clientState: z.string().max(128).nullish() })).max(1000) });

/** The client state that a subscription returns to us: the watch’s name and its secret. */
export const clientState = (name: string, secret: string) => `${name}:${secret}`;

/**
 * Before Graph makes a subscription, it requires the address to echo a token. Later messages contain the client state
 * of our subscription, and nothing about the changes.
 */
export const webhook: ReceiveWebhook = ({ query, body }) => {
  const token = query.get('validationToken');
  if (token !== null)
    return token === '' || token.length > MAX_TOKEN ? { kind: 'malformed' } : { kind: 'challenge', text: token };
  const read = news.safeParse(json(body));
  if (!read.success) return { kind: 'malformed' };
  const states = new Set(read.data.value.map((one) => one.clientState ?? ''));
  const watches = [...states].map((state) => {
    const [name = '', ...secret] = state.split(':');
    return { name, secret: secret.join(':') };
  });
  return { kind: 'watches', watches };
};
