import type { Locator, Page } from '@playwright/test';
import { type Card, payment } from '@sheaf/contract';
import type { Person } from './people.ts';
import { expect } from './test.ts';

/** The provider's test cards. */
export const cards = {
  success: '4242424242424242',
  mastercard: '5555555555554444',
  declined: '4000000000000002',
  /** Can be saved, but its payments fail. */
  failsLater: '4000000000000341',
  authentication: '4000002500003155',
} as const;

/** A field of the provider, in its own frame. */
export const cardField = (page: Page, which: 'card number' | 'expiration date' | 'CVC'): Locator =>
  page.frameLocator(`iframe[title="Secure ${which} input frame"]`).getByRole('textbox');

export const cardDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Add new card' });

export const CVC = '739';
const EXPIRY = '12 / 39';

export async function fillCard(page: Page, number: string, name = 'Robin Example'): Promise<void> {
  await cardField(page, 'card number').fill(number);
  await cardDialog(page).getByLabel('Name on card').fill(name);
  await cardField(page, 'expiration date').fill(EXPIRY);
  await cardField(page, 'CVC').fill(CVC);
}

/** From a page with the button 'Add new card' back to that page. */
export async function addCard(page: Page, number: string = cards.success): Promise<void> {
  await page.getByRole('button', { name: 'Add new card' }).click();
  await fillCard(page, number);
  await cardDialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(page).not.toHaveURL(/\/plans\/card/);
}

/** Saves a card without the browser, with the single request that the provider's script makes. */
export async function saveCard({ call }: Person, number: string = cards.success): Promise<Card> {
  const { data: intent } = await call(payment.registerCardIntent);
  const { register_intent_id, client_secret, publishable_key, script_url } = intent;
  const answer = await fetch(new URL(`/v1/setup_intents/${register_intent_id}/confirm`, script_url), {
    method: 'POST',
    body: new URLSearchParams({
      key: publishable_key,
      client_secret,
      'payment_method_data[type]': 'card',
      'payment_method_data[card][number]': number,
      'payment_method_data[card][exp_month]': '12',
      'payment_method_data[card][exp_year]': '39',
      'payment_method_data[card][cvc]': CVC,
      'payment_method_data[billing_details][name]': 'Robin Example',
    }),
  });
  if (!answer.ok) throw new Error(await answer.text());
  return (await call(payment.addCard, { body: { register_intent_id, primary: true } })).data;
}
