import type { Page } from '@playwright/test';
import { payment } from '@sheaf/contract';
import { sandboxPages } from '../setup/apps.ts';
import { addCard, CVC, cardDialog, cardField, cards, fillCard } from '../setup/cards.ts';
import { expectSound } from '../setup/looks.ts';
import { origin } from '../setup/origin.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

test.beforeEach(({ problems }) => problems.expect(sandboxPages));

const save = (page: Page) => cardDialog(page).getByRole('button', { name: 'Save' });
const cardRow = (page: Page, last4: string) =>
  page.getByRole('list', { name: 'Cards' }).getByRole('listitem').filter({ hasText: last4 });

test('a card is added and is the primary one, and the dialog says that nothing is charged', {
  tag: ['@long', '@looks'],
}, async ({ page }) => {
  await enterAs(page, await newPerson());
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Add new card' }).click();
  await expect(page).toHaveURL('/plans/card?return=%2Fplans');
  await expect(cardDialog(page).getByText('Test mode')).toBeVisible();
  await expect(cardDialog(page).getByRole('switch', { name: 'Make primary' })).toBeChecked();
  await save(page).click();
  await expect(page.getByText('This is required')).toBeVisible();
  await fillCard(page, cards.success);

  await page.route('/api/payment/cards', async (route) => {
    if (route.request().method() === 'POST') await expect(save(page)).toBeDisabled();
    await route.continue();
  });
  await save(page).click();
  await expect(toast(page, 'Card added')).toBeVisible();
  await expect(page).toHaveURL('/plans');
  await expect(cardRow(page, '4242')).toContainText('Expires 12/39 · Robin Example');
  await expect(cardRow(page, '4242')).toContainText('Primary');
});

test('a declined card shows the reason in the form, and another one is tried', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect(/^402 POST \/v1\//, /^console: /);
  const owner = await newPerson();
  await enterAs(page, owner);
  await page.goto('/plans/card');
  await fillCard(page, cards.declined);
  await save(page).click();
  await expect(cardDialog(page).getByRole('alert')).toHaveText('Your card was declined.');
  await expect(save(page)).toBeEnabled();
  expect((await owner.call(payment.cards)).data).toEqual([]);

  await cardField(page, 'card number').fill(cards.success);
  await save(page).click();
  await expect(page).toHaveURL('/plans');
  await expect(cardRow(page, '4242')).toBeVisible();
});

test('a wrong number is reported in its field', { tag: '@long' }, async ({ page }) => {
  await enterAs(page, await newPerson());
  await page.goto('/plans/card');
  await cardField(page, 'card number').fill('4242424242424241');
  await cardField(page, 'CVC').focus();
  await expect(cardDialog(page).getByText('Your card number is invalid.')).toBeVisible();
});

test('the bank asks to authenticate: refused, then confirmed', { tag: ['@long', '@looks'] }, async ({
  page,
  problems,
}) => {
  problems.expect(/^40\d POST \/v1\//, /^console: /);
  await enterAs(page, await newPerson());
  await page.goto('/plans/card');
  await fillCard(page, cards.authentication);
  const bank = page.frameLocator('iframe[title*="uthenticat"]');
  await save(page).click();
  await bank.getByRole('button', { name: 'Fail' }).click();
  await expect(cardDialog(page).getByRole('alert')).toContainText('authenticate');
  await save(page).click();
  await bank.getByRole('button', { name: 'Complete' }).click();
  await expect(page).toHaveURL('/plans');
  await expect(cardRow(page, '3155')).toContainText('Primary');
});

test('the card form fits and is accessible, and closes back to where it was opened', { tag: '@long' }, async ({
  page,
}) => {
  await enterAs(page, await newPerson());
  await page.goto('/plans/card?return=/onboarding?step=4');
  await expect(cardField(page, 'CVC')).toBeVisible();
  await expectSound(page);
  // Dispatched in the frame, which disappears: a key pressed by the browser might wait forever for its answer.
  await cardField(page, 'card number').dispatchEvent('keydown', { key: 'Escape' });
  await expect(page).toHaveURL('/onboarding?step=4');
  await page.goto('/plans/card?return=//elsewhere.example');
  await cardDialog(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(page).toHaveURL('/plans');
});

test('only the frames of the provider see digits of the card', { tag: '@long' }, async ({ page, context }) => {
  const ours: string[] = [];
  const theirs: string[] = [];
  context.on('request', (request) => {
    const sent = [request.url(), request.postData() ?? '', JSON.stringify(request.headers())].join('\n');
    (request.url().startsWith(origin) ? ours : theirs).push(sent);
  });
  await enterAs(page, await newPerson());
  await page.goto('/plans');
  await addCard(page, cards.mastercard);
  await expect(cardRow(page, '4444')).toBeVisible();
  const digits = /5555[ +]?5555[ +]?5555[ +]?4444/;
  expect(theirs.some((sent) => digits.test(sent))).toBe(true);
  expect(ours.filter((sent) => digits.test(sent) || sent.includes(`"${CVC}"`) || sent.includes(`cvc=${CVC}`))).toEqual(
    [],
  );
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toMatch(digits);
});

test('the script of the provider is loaded only with the card form', { tag: '@long' }, async ({ page, context }) => {
  const foreign: string[] = [];
  context.on('request', (request) => {
    if (!request.url().startsWith(origin) && !request.url().startsWith('data:')) foreign.push(request.url());
  });
  const owner = await newPerson();
  await enterAs(page, owner);
  for (const path of ['/plans', '/plans/upgrade', '/onboarding?step=4']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  expect(foreign).toEqual([]);
  const answer = await page.request.get('/plans');
  expect(answer.headers()['content-security-policy']).toContain("script-src 'self';");
  await page.goto('/plans/card');
  await expect(cardField(page, 'card number')).toBeVisible();
  expect(foreign.length).toBeGreaterThan(0);
});
