import type { Page } from '@playwright/test';
import { organizations, subscription } from '@sheaf/contract';
import { sandboxPages } from '../setup/apps.ts';
import { addCard, cards, saveCard } from '../setup/cards.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, type Person } from '../setup/people.ts';
import { expect, test, tick, toast } from '../setup/test.ts';

test.beforeEach(({ problems }) => problems.expect(sandboxPages));

const payments = (page: Page) => page.getByRole('table', { name: 'Payments' });
const choose = (page: Page, plan: string) => tick(page.getByRole('radio', { name: plan, exact: true }));
const due = (page: Page) => page.getByRole('row', { name: /Due now/ });

async function subscriber(number?: string): Promise<Person> {
  const owner = await newPerson();
  await saveCard(owner, number);
  await owner.call(subscription.change, { body: { plan: 'team', interval: 'month' } });
  return owner;
}

/** The server's answer about the subscription, changed. */
const pretend = (page: Page, change: object) =>
  page.route('/api/organization/user/info', async (route) => {
    const answer = await (await route.fetch()).json();
    Object.assign(answer.data.subscription, change);
    await route.fulfill({ json: answer });
  });

test('a plan is chosen, paid for with a new card, and shown with its payment', { tag: '@looks' }, async ({ page }) => {
  await enterAs(page, await newPerson());
  await page.goto('/plans');
  await expect(page.getByText('Test mode')).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Members' })).toHaveAttribute('aria-valuetext', '1 of 10');
  await page.getByRole('link', { name: 'Change plan' }).click();
  await expect(page.getByText('This workspace is on Free')).toBeVisible();
  await page.getByText('Yearly, save 20%').click();
  await choose(page, 'Team');
  await expect(page.getByText('per member a month, $96 billed yearly')).toBeVisible();
  await expect(due(page)).toContainText('$96.00');
  await expect(page.getByRole('button', { name: 'Pay $96.00' })).toBeDisabled();
  await page.getByText('Monthly').click();
  await expect(due(page)).toContainText('$10.00');

  await addCard(page);
  await expect(page.getByRole('radio', { name: 'Team', exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  await expect(toast(page, 'You’re now on Team')).toBeVisible();
  await expect(page).toHaveURL('/plans');
  await expect(page.getByText(/^\$10\.00 a month for 1 member, renews on /)).toBeVisible();
  await expect(page.getByRole('meter', { name: 'Members' })).toHaveAttribute('aria-valuetext', '1 of 100');
  await expect(payments(page).getByRole('row')).toHaveCount(2);
  await expect(payments(page)).toContainText('$10.00');
  const tab = page.waitForEvent('popup');
  await payments(page)
    .getByRole('button', { name: /^Receipt of/ })
    .click();
  await (await tab).close();
});

test('a card that fails during the payment says so, and nothing changes', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect('402 PUT /api/organization/subscription');
  const owner = await newPerson();
  await saveCard(owner, cards.failsLater);
  await enterAs(page, owner);
  await page.goto('/plans/upgrade');
  await choose(page, 'Team');
  await page.getByRole('button', { name: 'Pay $10.00' }).click();
  await expect(page.getByRole('alert').filter({ hasText: 'The payment didn’t go through' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Pay $10.00' })).toBeEnabled();
  expect((await owner.call(organizations.info)).data.subscription.plan).toBe('free');
});

test('a larger plan is paid for the rest of the period, and a subscription is canceled and resumed', {
  tag: '@long',
}, async ({ page }) => {
  await enterAs(page, await subscriber());
  await page.goto('/plans/upgrade');
  await choose(page, 'Business');
  await expect(page.getByRole('row', { name: /[Uu]nused/ })).toContainText('-$');
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await expect(toast(page, 'You’re now on Business')).toBeVisible();
  await expect(page.getByRole('meter')).toHaveCount(0);

  await page.getByRole('button', { name: 'Cancel subscription' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel subscription' }).click();
  await expect(page.getByText(/Canceled: ends on/)).toBeVisible();
  await page.getByRole('button', { name: 'Resume subscription' }).click();
  await expect(page.getByText(/renews on/)).toBeVisible();
});

test('the plans fit and are accessible, also with notices', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect('402 POST /api/organization/subscription/pay');
  await enterAs(page, await subscriber());
  await page.goto('/plans');
  await expect(payments(page)).toBeVisible();
  await expectSound(page);
  await page.goto('/plans/upgrade');
  await choose(page, 'Business');
  await expect(due(page)).toBeVisible();
  await expectSound(page);

  await page.route('/api/organization/subscription/preview', async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.exceeded = [{ limit: 'members', used: 12, allowed: 10 }];
    await route.fulfill({ json: answer });
  });
  await choose(page, 'Free');
  await expect(page.getByRole('alert')).toContainText('This workspace uses more than Free includes');
  await expectSound(page);

  const usage = { members: 90, invitations: 0, accounts: 50, storage_bytes: 0, ai_messages: 0, transfer_bytes: 0 };
  await pretend(page, { usage, status: 'past_due' });
  await page.route('/api/organization/subscription/pay', (route) =>
    route.fulfill({ status: 402, json: { code: 'payment_failed', message: 'Your card has insufficient funds.' } }),
  );
  await page.goto('/plans');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await expect(page.getByText('Your card has insufficient funds.')).toBeVisible();
  await expect(page.getByText('The limit is reached.')).toBeVisible();
  await expectSound(page);
});

test('the notice of a read-only workspace fits and is accessible', { tag: '@long' }, async ({ page, member }) => {
  await pretend(page, { status: 'read_only' });
  await enterAs(page, member);
  await page.goto('/collections');
  await expect(page.getByRole('status').filter({ hasText: 'This workspace is read-only' })).toBeVisible();
  await expectSound(page);
});
