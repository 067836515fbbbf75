import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { mailTo } from './mailbox.ts';
import { enterAs, newPerson } from './people.ts';
import {
  framelessScreens,
  mainScreens,
  oauthScreen,
  type Screen,
  screensOfThings,
  settingsScreens,
  signedOutScreens,
  verificationScreen,
} from './routes.ts';
import { expect, test } from './test.ts';

/** Every page, in each look: it has its title, fits the window, and axe finds nothing. See also problems.ts. */
test.describe('pages', { tag: '@looks' }, () => {
  test.describe.configure({ timeout: 60_000 });

  test('for signing in', async ({ page }) => {
    await expectScreens(page, [...signedOutScreens, oauthScreen]);
  });

  test('verification', async ({ context, page, newcomer }) => {
    await enterAs(context, newcomer);
    await expectScreens(page, [verificationScreen]);
  });

  test('in the frame', async ({ context, page, member }) => {
    await enterAs(context, member);
    await expectScreens(page, mainScreens);
  });

  test('settings', async ({ context, page, member }) => {
    await enterAs(context, member);
    await expectScreens(page, settingsScreens);
  });

  test('without the frame', async ({ context, page, member }) => {
    await enterAs(context, member);
    await expectScreens(page, framelessScreens);
  });

  test('of a label and a collection', async ({ context, page }) => {
    const person = await newPerson();
    await enterAs(context, person);
    await expectScreens(page, await screensOfThings(person));
  });

  test('not found', async ({ page }) => {
    await page.goto('/nowhere');
    await expect(page.getByRole('heading', { level: 1, name: 'There is no page at this address' })).toBeVisible();
    await expectSound(page);
  });

  test('of the outbox', async ({ page, newcomer }) => {
    await page.goto('/dev/mailbox');
    await expect(page).toHaveTitle('Outbox · Sheaf');
    const { id, subject } = await mailTo(newcomer.email, /verification code/);
    await expect(page.getByRole('link').filter({ hasText: newcomer.email })).toHaveAttribute(
      'href',
      `/dev/mailbox/${id}`,
    );
    await expectSound(page);

    await page.goto(`/dev/mailbox/${id}`);
    await expect(page.getByRole('heading', { level: 1, name: subject })).toBeVisible();
    const mail = page.frameLocator('iframe[title="HTML of this mail"]');
    await expect(mail.getByText(subject.slice(0, 6)).first()).toBeVisible();
    // No script runs in that frame, so axe cannot either.
    await page.locator('iframe').evaluate((frame) => frame.remove());
    await expectSound(page);
  });

  test('of the API', async ({ page }) => {
    await page.goto('/api/docs');
    await expect(page).toHaveTitle('Sheaf API');
    const login = page.getByRole('group').filter({ hasText: '/auth/login' });
    await login.getByText('/auth/login').click();
    await expect(login.getByText('invalid_credentials')).toBeVisible();
    await expectSound(page);
  });
});

async function expectScreens(page: Page, screens: readonly Screen[]): Promise<void> {
  for (const { path, title, heading = title } of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expect(page).toHaveURL(path);
      await expect(page).toHaveTitle(`${title} · Sheaf`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(page.getByRole('main')).not.toBeEmpty();
      await expect(page.getByRole('status', { name: 'Loading' })).toBeHidden();
      await expectSound(page);
    });
  }
}

async function expectSound(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, 'pixels wider than the window').toBeLessThanOrEqual(0);
  await expectAccessible(page);
}
