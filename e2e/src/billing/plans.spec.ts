import type { Page } from '@playwright/test';
import { organizations, subscription } from '@sheaf/contract';
import { sandboxPages } from '../setup/apps.ts';
import { addCard, cards, saveCard } from '../setup/cards.ts';
import { colleagueOf } from '../setup/colleagues.ts';
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

/** What the server says of the subscription, changed. */
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

test('a card that fails when it pays says so, and nothing changes', async ({ page, problems }) => {
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

test('a larger plan is paid for the rest of the period, a subscription canceled and resumed', async ({ page }) => {
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

test('a smaller plan says what must go first', async ({ page }) => {
  await enterAs(page, await subscriber());
  await page.route('/api/organization/subscription/preview', async (route) => {
    const answer = await (await route.fetch()).json();
    answer.data.exceeded = [{ limit: 'members', used: 12, allowed: 10 }];
    await route.fulfill({ json: answer });
  });
  await page.goto('/plans/upgrade');
  await choose(page, 'Free');
  await expect(page.getByRole('alert')).toContainText('This workspace uses more than Free includes');
  await expect(page.getByRole('alert')).toContainText('Members: 12 used, 10 included. Remove a member');
  await expect(page.getByRole('button', { name: 'Change to Free' })).toBeDisabled();
  await expectSound(page);
});

test('admins see billing, members see the plan and its limits', async ({ page }) => {
  const owner = await subscriber();
  const admin = await colleagueOf(owner, 'Abe Admin', 'admin');
  await enterAs(page, admin, { show: '1', org_id: admin.organizationId });
  await page.goto('/plans');
  await expect(page.getByRole('list', { name: 'Cards' })).toContainText('4242');
  await expect(payments(page)).toBeVisible();
  for (const name of ['Add new card', 'Cancel subscription']) {
    await expect(page.getByRole('button', { name })).toHaveCount(0);
  }
  await page.goto('/plans/upgrade');
  await expect(page).toHaveURL('/plans');

  const member = await colleagueOf(owner, 'Mia Member');
  await enterAs(page, member, { show: '1', org_id: member.organizationId });
  await page.goto('/plans');
  await expect(page.getByText('Only owners can change the plan.')).toBeVisible();
  await expect(page.getByRole('meter')).toHaveCount(5);
  await expect(page.getByRole('heading', { name: 'Payments' })).toHaveCount(0);
});

test('limits that are near say what to do', async ({ page, member }) => {
  const usage = { members: 9, accounts: 5, storage_bytes: 0, ai_messages: 0, transfer_bytes: 0 };
  await pretend(page, { usage });
  await enterAs(page, member);
  await page.goto('/plans');
  await expect(page.getByText('Remove a member or revoke an invitation, or change the plan.')).toBeVisible();
  await expect(page.getByText('The limit is reached. Delete an account in Apps, or change the plan.')).toBeVisible();
  await expectSound(page);
});

test('a failed payment is announced, and paid again', async ({ page, problems }) => {
  problems.expect('402 POST /api/organization/subscription/pay');
  await pretend(page, { status: 'past_due' });
  await page.route('/api/organization/subscription/pay', (route) =>
    route.fulfill({ status: 402, json: { code: 'payment_failed', message: 'Your card has insufficient funds.' } }),
  );
  await enterAs(page, await subscriber());
  await page.goto('/directory');
  const notice = page.getByRole('status').filter({ hasText: 'The last payment failed' });
  await notice.getByRole('link', { name: 'Go to Plan and billing' }).click();
  await notice.getByRole('button', { name: 'Pay now' }).click();
  await expect(notice.getByRole('alert')).toHaveText('Your card has insufficient funds.');
  await expectSound(page);
});

test('a read-only workspace says so to everyone', async ({ page, member }) => {
  await pretend(page, { status: 'read_only' });
  await enterAs(page, member);
  await page.goto('/collections');
  await expect(page.getByRole('status').filter({ hasText: 'This workspace is read-only' })).toBeVisible();
  await expectSound(page);
});

test('a limit that bites leads to the plan', async ({ page, problems, member }) => {
  problems.expect('402 POST /api/sources/oauth-process');
  const message = 'The Free plan includes 5 connected accounts. Upgrade to connect more.';
  await page.route('/api/sources/oauth-process', (route) =>
    route.fulfill({ status: 402, json: { code: 'plan_limit', message } }),
  );
  await enterAs(page, member);
  await page.goto('/apps');
  await page.getByRole('button', { name: /Dropbox/ }).click();
  await toast(page, message).getByRole('button', { name: 'See plan' }).click();
  await expect(page).toHaveURL('/plans');
});

test('the plans fit and are accessible', async ({ page }) => {
  await enterAs(page, await subscriber());
  await page.goto('/plans');
  await expect(payments(page)).toBeVisible();
  await expectSound(page);
  await page.goto('/plans/upgrade');
  await choose(page, 'Business');
  await expect(due(page)).toBeVisible();
  await expectSound(page);
});
