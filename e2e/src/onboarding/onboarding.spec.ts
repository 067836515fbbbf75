import type { Page } from '@playwright/test';
import { onboarding, organizations } from '@sheaf/contract';
import { sandboxPages } from '../setup/apps.ts';
import { addCard } from '../setup/cards.ts';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, type Person, signInElsewhere } from '../setup/people.ts';
import { expect, inBackground, test, tick, toast } from '../setup/test.ts';

const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Progress' });
const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
/** Steps are recorded in the background, after the next one is shown. */
const stepsOf = async ({ call }: Person, wanted: 'completed' | 'skipped') =>
  (await call(onboarding.get)).data.steps.filter(({ state }) => state === wanted).map(({ step }) => step);
const press = (page: Page, name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();

test('each step does its work: names, industry, and a guide that ends with the remaining steps', async ({ page }) => {
  const owner = await newPerson();
  await enterAs(page, owner);
  await page.goto('/onboarding');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await press(page, 'Continue');

  await expect(heading(page, 'Edit workspace')).toBeVisible();
  await expect(sidebar(page).getByText('40% complete')).toBeVisible();
  await page.getByLabel('Workspace name').fill('Analytical Engines');
  await press(page, 'Continue');

  await expect(heading(page, 'Select plan')).toBeVisible();
  await press(page, 'Continue');

  // The Free plan needs neither card nor payment.
  await expect(heading(page, 'Select industry')).toBeVisible();
  await expect(page).toHaveURL('/onboarding?step=6');
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await tick(page.getByRole('radio', { name: 'Research' }));
  await press(page, 'Continue');

  await expect(heading(page, 'Connect apps')).toBeVisible();
  await press(page, 'Skip');
  await expect(heading(page, 'You’re all set')).toBeVisible();
  await expect(sidebar(page)).toBeHidden();
  await expect(page.getByRole('main').getByRole('listitem')).toHaveText(['Connect apps']);

  const [workspace] = (await owner.call(organizations.list)).data;
  expect(workspace).toMatchObject({ name: 'Analytical Engines', industry: 'research' });
  await expect.poll(() => stepsOf(owner, 'completed')).toEqual([1, 2, 3, 6]);

  await page.getByRole('link', { name: 'Go to Directory' }).click();
  await page.getByRole('button', { name: 'Profile menu of Ada Lovelace' }).click();
});

test('the guide ticks only what was completed', async ({ page, member }) => {
  await enterAs(page, member);
  await page.goto('/onboarding?step=7');
  await expect(heading(page, 'Connect apps')).toBeVisible();
  await expect(sidebar(page).getByRole('img')).toHaveCount(0);
  await expect(sidebar(page).locator('[aria-current=step]')).toHaveText(/Connect apps/);
});

test('the guide resumes on another device, at the first step that is open', { tag: '@long' }, async ({
  page,
  browser,
}) => {
  const owner = await newPerson();
  await enterAs(page, owner);
  await page.goto('/onboarding');
  await press(page, 'Continue');
  await expect(heading(page, 'Edit workspace')).toBeVisible();
  await press(page, 'Skip');
  await expect(heading(page, 'Select plan')).toBeVisible();
  await expect(sidebar(page).getByRole('img', { name: 'Completed' })).toHaveCount(1);
  await expect(sidebar(page).getByRole('img', { name: 'Skipped' })).toHaveCount(1);
  await page.getByRole('link', { name: 'Finish later' }).click();
  await expect(page).toHaveURL('/directory');
  await expect.poll(() => stepsOf(owner, 'skipped')).toEqual([2]);

  const phone = await browser.newPage({ baseURL: new URL(page.url()).origin });
  await enterAs(phone, { token: await signInElsewhere(owner) }, {});
  await phone.goto('/directory');
  const modal = phone.getByRole('dialog', { name: 'Welcome to Sheaf' });
  await expect(
    modal.getByRole('link', { name: 'Personalization' }).getByRole('img', { name: 'Completed' }),
  ).toBeVisible();
  await modal.getByRole('link', { name: 'Resume setup' }).click();
  await expect(heading(phone, 'Select plan')).toBeVisible();
  await expect(phone).toHaveURL('/onboarding?step=3');

  await phone.goto('/collections');
  await phone.getByRole('button', { name: /^Profile menu/ }).click();
  await phone.getByRole('menuitem', { name: 'Setup guide' }).click();
  await expect(phone).toHaveURL('/onboarding?step=3');
  await phone.context().close();
});

test('an app is connected in the guide, and the way back leads there', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(sandboxPages);
  await enterAs(page, await newPerson());
  await page.goto('/onboarding?step=7');
  await page.getByRole('button', { name: /Dropbox/ }).click();
  await page.getByRole('button', { name: 'Deny', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Access wasn’t granted' })).toBeVisible();
  await page.getByRole('link', { name: 'Back to setup' }).click();
  await expect(page).toHaveURL('/onboarding?step=7');

  await page.getByRole('button', { name: /Dropbox/ }).click();
  await tick(page.getByLabel(/Bruno Costa/));
  await page.getByRole('button', { name: 'Allow', exact: true }).click();
  await expect(toast(page, 'bruno@example.com is connected')).toBeVisible();
  const settings = page.getByRole('dialog', { name: 'Choose what to sync' });
  await expect(settings).toContainText('bruno@example.com');
  await settings.getByRole('button', { name: 'Save' }).click();
  await expect(settings).toBeHidden();
  await expect(page).toHaveURL('/onboarding?step=7');
  const account = page.getByRole('listitem').filter({ hasText: 'bruno@example.com' });
  await expect(account.getByText('Connected · All files')).toBeVisible(inBackground);
  await press(page, 'Continue');
  await expect(heading(page, 'You’re all set')).toBeVisible();
  // A toast may still say it too.
  await expect(page.getByRole('main').getByText('Dropbox, bruno@example.com')).toBeVisible();
});

test('every step fits and is accessible', { tag: '@long' }, async ({ page, member }) => {
  // Eight pages in three looks.
  await enterAs(page, member);
  for (let step = 1; step <= 8; step += 1) {
    await page.goto(`/onboarding?step=${step}`);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
    await expectSound(page);
  }
});

test('a plan is chosen, paid for and shown as completed', { tag: ['@long', '@looks'] }, async ({ page, problems }) => {
  problems.expect(sandboxPages);
  const owner = await newPerson();
  await enterAs(page, owner);
  await page.goto('/onboarding?step=3');
  await tick(page.getByRole('radio', { name: 'Team', exact: true }));
  await press(page, 'Continue');
  await expect(heading(page, 'Select card')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeDisabled();
  await addCard(page);
  await expect(page).toHaveURL('/onboarding?step=4');
  await expect(page.getByRole('radio')).toBeChecked();
  await press(page, 'Continue');
  await expect(heading(page, 'Review and pay')).toBeVisible();
  await press(page, 'Pay $10.00');
  await expect(toast(page, 'You’re now on Team')).toBeVisible();
  await expect(heading(page, 'Select industry')).toBeVisible();
  expect((await owner.call(organizations.info)).data.subscription.plan).toBe('team');
});
