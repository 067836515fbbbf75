import type { Page } from '@playwright/test';
import { expectSound } from '../setup/looks.ts';
import { mailTo } from '../setup/mailbox.ts';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';
import {
  framelessScreens,
  invitationScreen,
  mainScreens,
  oauthScreen,
  type Screen,
  screensOfThings,
  settingsScreens,
  signedOutScreens,
  verificationScreen,
} from './routes.ts';

// Each page has its title, fits and is accessible in every look. problems.ts checks for requests to other origins and
// errors.

test('pages for signing in', { tag: '@long' }, async ({ page, member }) => {
  const oauth = { ...oauthScreen, heading: 'Sign in to continue' };
  await expectScreens(page, [...signedOutScreens, await invitationScreen(member), oauth]);
});

test('verification', { tag: '@long' }, async ({ page, newcomer }) => {
  await enterAs(page, newcomer);
  await expectScreens(page, [verificationScreen]);
});

test('pages in the frame', { tag: '@long' }, async ({ page, member }) => {
  await enterAs(page, member);
  await expectScreens(page, mainScreens);
});

test('settings', { tag: '@long' }, async ({ page, member }) => {
  await enterAs(page, member);
  await expectScreens(page, settingsScreens);
});

test('pages without the frame', { tag: '@long' }, async ({ page, member }) => {
  await enterAs(page, member);
  await expectScreens(page, [...framelessScreens, oauthScreen]);
});

test('a label and a collection', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson();
  await enterAs(page, person);
  await expectScreens(page, await screensOfThings(person));
});

test('an address without a page', { tag: '@long' }, async ({ page, member }) => {
  for (const path of ['/nowhere', '/settings/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'Page not found' })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await expectSound(page);

  await enterAs(page, member);
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Go to Directory' }).click();
  await expect(page).toHaveURL('/directory');
});

test('the outbox', { tag: '@long' }, async ({ page }) => {
  // The page lists the newest hundred mails, so this one has to be fresh.
  const newcomer = await newPerson({ verified: false });
  const { id, subject } = await mailTo(newcomer.email, /verification code/);
  await page.goto('/dev/mailbox');
  await expect(page).toHaveTitle('Test mailbox · Sheaf');
  const entry = page.getByRole('link').filter({ hasText: newcomer.email });
  await expect(entry).toHaveAttribute('href', `/dev/mailbox/${id}`);
  await expectSound(page);

  await page.goto(`/dev/mailbox/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
  const mail = page.frameLocator('iframe[title="HTML of this email"]');
  await expect(mail.getByText(subject.slice(0, 6)).first()).toBeVisible();
  // No script runs in that frame, so axe can't either.
  await page.locator('iframe').evaluate((frame) => frame.remove());
  await expectSound(page);
});

test('the description of the API', { tag: '@long' }, async ({ page }) => {
  await page.goto('/api/docs');
  await expect(page).toHaveTitle('Sheaf API');
  const login = page.getByRole('group').filter({ hasText: '/auth/login' });
  await login.getByText('/auth/login').click();
  await expect(login.getByText('invalid_credentials')).toBeVisible();
  await expectSound(page);
});

async function expectScreens(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, title, heading = title } of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveTitle(`${title} · Sheaf`);
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0);
      await expectSound(page);
    });
  }
}
