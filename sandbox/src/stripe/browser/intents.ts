import type { Answer, Confirmation, Intent, ShownError } from './messages.ts';

/** The digits of a card, which never leave the frames of this origin but for its API. */
export interface Digits {
  number: string;
  expMonth: string;
  expYear: string;
  cvc: string;
}

const unreachable: ShownError = {
  type: 'api_connection_error',
  message:
    'We are experiencing issues connecting to our payments provider. Please check your internet connection and try again.',
};

const idOf = ({ clientSecret }: Confirmation) => clientSecret.split('_secret')[0] ?? '';

async function ask(path: string, init?: RequestInit): Promise<Answer> {
  const response = await fetch(path, init).catch(() => null);
  if (!response) return { error: unreachable };
  const body = (await response.json().catch(() => null)) as (Intent & { error?: ShownError }) | null;
  if (!body) return { error: unreachable };
  return body.error ? { error: body.error } : { intent: body };
}

export function confirmIntent(confirmation: Confirmation, digits: Digits | null): Promise<Answer> {
  const { kind, key, clientSecret, paymentMethod, billing } = confirmation;
  const form = new URLSearchParams({ key, client_secret: clientSecret });
  if (paymentMethod !== null) form.set('payment_method', paymentMethod);
  else if (digits) {
    form.set('payment_method_data[type]', 'card');
    form.set('payment_method_data[card][number]', digits.number);
    form.set('payment_method_data[card][exp_month]', digits.expMonth);
    form.set('payment_method_data[card][exp_year]', digits.expYear);
    form.set('payment_method_data[card][cvc]', digits.cvc);
    for (const [name, value] of Object.entries(billing))
      form.set(`payment_method_data[billing_details][${name}]`, value);
  }
  return ask(`/v1/${kind}/${idOf(confirmation)}/confirm`, { method: 'POST', body: form });
}

export function retrieveIntent(confirmation: Confirmation): Promise<Answer> {
  const { kind, key, clientSecret } = confirmation;
  return ask(`/v1/${kind}/${idOf(confirmation)}?${new URLSearchParams({ key, client_secret: clientSecret })}`);
}

/** What the person answers to the bank. */
export function authenticateIntent(confirmation: Confirmation, outcome: 'complete' | 'fail'): Promise<Answer> {
  const { kind, key, clientSecret } = confirmation;
  const form = new URLSearchParams({ key, client_secret: clientSecret, outcome });
  return ask(`/stripe/authenticate/${kind}/${idOf(confirmation)}`, { method: 'POST', body: form });
}
