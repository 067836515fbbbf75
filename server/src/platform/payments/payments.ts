import type { Stripe } from 'stripe';

interface PaymentSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Taxes are calculated from the billing address. */
  tax: boolean;
  apiUrl?: string;
  scriptUrl?: string;
}

/** The part of the payment provider that the rest of the server may use. */
export interface Payments {
  stripe: Stripe;
  /** `test`: no real money moves. */
  mode: 'test' | 'live';
  publishableKey: string;
  webhookSecret: string;
  tax: boolean;
  /** The script of the card form, and the sources that its page has to allow. */
  scriptUrl: string;
  contentSources: { script: string; frame: string; connect: string; image: string };
}

const stripeScript = 'https://js.stripe.com/v3/';
const stripeSources = {
  script: 'https://js.stripe.com https://*.js.stripe.com',
  frame: 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  connect: 'https://api.stripe.com',
  image: 'https://*.stripe.com',
};

export async function openPayments(settings: PaymentSettings): Promise<Payments> {
  const { secretKey, publishableKey, webhookSecret, tax, apiUrl, scriptUrl } = settings;
  // Loaded only with billing, because it takes 35 MB.
  const provider = await import('stripe');
  const stripe = new provider.Stripe(secretKey, {
    ...(apiUrl && addressOf(apiUrl)),
    telemetry: false,
    timeout: 20_000,
    // The SDK retries with the same idempotency key.
    maxNetworkRetries: 2,
    appInfo: { name: 'Sheaf' },
  });
  return {
    stripe,
    mode: /^[sr]k_live_/.test(secretKey) ? 'live' : 'test',
    publishableKey,
    webhookSecret,
    tax,
    scriptUrl: scriptUrl ?? stripeScript,
    contentSources: scriptUrl ? sameForAll(new URL(scriptUrl).origin) : stripeSources,
  };
}

const sameForAll = (origin: string) => ({ script: origin, frame: origin, connect: origin, image: origin });

function addressOf(url: string) {
  const { hostname, port, protocol } = new URL(url);
  const scheme = protocol === 'http:' ? ('http' as const) : ('https' as const);
  return { host: hostname, port: port || (scheme === 'http' ? 80 : 443), protocol: scheme };
}
