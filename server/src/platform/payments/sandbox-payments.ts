import { openPayments, type Payments } from './payments.ts';

/** The sandbox of the payment provider, as it describes itself. */
export interface SandboxProvider {
  /** Its publishable and secret keys. */
  clientId: string;
  clientSecret: string;
  settings?: Record<string, string>;
  urls: Record<string, string>;
  /** The address to which it can send changes, if it can. */
  webhookUrl?: string;
}

/** Receives webhooks if the sandbox can reach us; otherwise only the scheduled jobs fetch changes. */
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
