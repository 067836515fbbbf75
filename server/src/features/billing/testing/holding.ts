import type { StripeSandbox } from '@sheaf/sandbox';
import { Stripe } from 'stripe';
import type { Payments } from '../../../platform/payments/index.ts';

interface Held {
  method?: 'GET' | 'POST';
  path: string;
  /** Which of the matching calls is held; the first by default. */
  nth?: number;
  /** Whether the call is held before the provider receives it, or after it has carried it out. */
  what: 'request' | 'answer';
}

/** Payments through a client that holds one call back until it is released or its answer is dropped. */
export function holding(
  payments: Payments,
  stripe: StripeSandbox,
  { method = 'GET', path, nth = 1, what }: Held,
): { payments: Payments; held: Promise<void>; letGo(): void; lose(): void } {
  const held = Promise.withResolvers<void>();
  const go = Promise.withResolvers<void>();
  let count = 0;
  const send: typeof fetch = async (...call) => {
    const isIt = new URL(String(call[0])).pathname === path && call[1]?.method === method && ++count === nth;
    if (!isIt) return fetch(...call);
    const answer = what === 'answer' ? await fetch(...call) : null;
    held.resolve();
    await go.promise;
    return answer ?? fetch(...call);
  };
  const { hostname, port } = new URL(stripe.url);
  const client = new Stripe(stripe.clientSecret, {
    host: hostname,
    port: Number(port),
    protocol: 'http',
    maxNetworkRetries: 0,
    httpClient: Stripe.createFetchHttpClient(send),
  });
  return {
    payments: { ...payments, stripe: client },
    held: held.promise,
    letGo: () => go.resolve(),
    lose: () => go.reject(new Error('the connection broke')),
  };
}
