import { type Card, contract } from '@sheaf/contract';
import type { StripeSandbox } from '@sheaf/sandbox';
import type { TestPerson } from '../../../testing/people.ts';
import type { TestApp } from '../../../testing/test-app.ts';

const { payment } = contract;

export const cardNumbers = {
  works: '4242424242424242',
  mastercard: '5555555555554444',
  failsLater: '4000000000000341',
  asksOnce: '4000002500003155',
  asksAlways: '4000002760003184',
} as const;

/** Does what the provider's script does in the browser: sends the digits to the provider and nowhere else. */
export async function confirmInBrowser(
  stripe: StripeSandbox,
  intent: { register_intent_id: string; client_secret: string; publishable_key: string },
  number: string,
): Promise<void> {
  const answer = await fetch(`${stripe.urls.api}/v1/setup_intents/${intent.register_intent_id}/confirm`, {
    method: 'POST',
    body: new URLSearchParams({
      key: intent.publishable_key,
      client_secret: intent.client_secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '11',
      'payment_method_data[card][exp_year]': '34',
      'payment_method_data[card][cvc]': '123',
      'payment_method_data[billing_details][name]': 'Ada Lindqvist',
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
}

export async function saveCard(
  stripe: StripeSandbox,
  owner: TestPerson,
  number: string = cardNumbers.works,
  primary = true,
): Promise<Card> {
  const { data: intent } = await owner.call(payment.registerCardIntent);
  await confirmInBrowser(stripe, intent, number);
  if (number === cardNumbers.asksOnce || number === cardNumbers.asksAlways)
    stripe.control.authenticate({ intent: intent.register_intent_id });
  const { data } = await owner.call(payment.addCard, {
    body: { register_intent_id: intent.register_intent_id, primary },
  });
  return data;
}

/** The provider's id for a workspace. */
export async function customerOf(app: TestApp, { organizationId }: TestPerson): Promise<string> {
  const row = await app.services.db
    .selectFrom('billing_customers')
    .select('provider_id')
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return row.provider_id!;
}
