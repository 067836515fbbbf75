import { openPayments, type Payments } from './payments.ts';

/** The payment provider in miniature, as the sandbox describes it. */
export interface SandboxProvider {
  /** Its publishable and secret keys. */
  clientId: string;
  clientSecret: string;
  settings?: Record<string, string>;
  urls: Record<string, string>;
  /** Where it can tell us of changes, if it can. */
  webhookUrl?: string;
}

/** Takes webhooks where the sandbox can reach us; elsewhere the clock alone brings changes here. */
export async function openSandboxPayments(app: SandboxProvider): Promise<Payments> {
  const { clientId, clientSecret, settings = {}, urls, webhookUrl } = app;
  const payments = await openPayments({
    secretKey: clientSecret,
    publishableKey: clientId,
    webhookSecret: settings.webhookSecret ?? '',
    tax: false,
    apiUrl: urls.api,
    scriptUrl: urls.script,
  });
  if (!webhookUrl) return payments;
  const url = `${webhookUrl}/api/webhooks/stripe`;
  const { secret } = await payments.stripe.webhookEndpoints.create({ url, enabled_events: ['*'] });
  return { ...payments, webhookSecret: secret ?? payments.webhookSecret };
}
