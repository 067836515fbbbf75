import type { Answer, Confirmation, Intent, ShownError } from './messages.ts';

/** The digits of a card, which are only sent from this origin’s frames to its API. */
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

export function confirmIntent(confirmation: Confirmation, digits: Digits): Promise<Answer> {
  const { key, clientSecret, billing } = confirmation;
  const form = new URLSearchParams({
    key,
    client_secret: clientSecret,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digits.number,
    'payment_method_data[card][exp_month]': digits.expMonth,
    'payment_method_data[card][exp_year]': digits.expYear,
    'payment_method_data[card][cvc]': digits.cvc,
  });
  for (const [name, value] of Object.entries(billing)) form.set(`payment_method_data[billing_details][${name}]`, value);
  return ask(`/v1/setup_intents/${idOf(confirmation)}/confirm`, { method: 'POST', body: form });
}

/** Sends the person’s answer to the bank. */
export function authenticateIntent(confirmation: Confirmation, outcome: 'complete' | 'fail'): Promise<Answer> {
  const { key, clientSecret } = confirmation;
  const form = new URLSearchParams({ key, client_secret: clientSecret, outcome });
  return ask(`/stripe/authenticate/${idOf(confirmation)}`, { method: 'POST', body: form });
}
