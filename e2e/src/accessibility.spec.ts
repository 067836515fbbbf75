import type { Page } from '@playwright/test';
import { expectAccessible } from './axe.ts';
import { enterAs, newPerson, signInElsewhere } from './people.ts';
import { expect, test, toast } from './test.ts';

/** What opens on pages, in each look. The pages themselves: see pages.spec.ts. */
test.describe('axe finds nothing in', { tag: '@looks' }, () => {
  test('forms with errors', async ({ page, problems }) => {
    problems.expect('401 POST /api/auth/login');
    await page.goto('/register');
    await page.getByRole('button', { name: 'Create account' }).click();
    await expect(page.getByText('This is required')).toHaveCount(4);
    await expectAccessible(page);

    await page.goto('/login');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(toast(page, 'The e-mail or the password is wrong.')).toBeVisible();
    await expectAccessible(page);

    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill('nobody@example.com');
    await page.route('/api/auth/forget-password', (route) => route.fulfill({ json: { data: { success: true } } }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(page.getByText('This is required')).toHaveCount(3);
    await expectAccessible(page);
  });

  test('menus and dialogs of the frame', async ({ context, page, member }) => {
    await enterAs(context, member, {});
    await page.goto('/directory');
    await expect(page.getByRole('dialog', { name: 'Welcome to Sheaf' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();

    await page.getByRole('button', { name: /^Profile menu/ }).click();
    await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('menu')).toBeHidden();

    await page.getByRole('banner').getByRole('button', { name: 'Add app' }).click();
    await expect(page.getByRole('dialog', { name: 'Connect an app' })).toBeVisible();
    await expectAccessible(page);
  });

  test('the folded sidebar', async ({ context, page, member }) => {
    await enterAs(context, member, { show: '1', sidebar: '1' });
    await page.goto('/directory');
    await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
    await expectAccessible(page);
  });

  test('dialogs of the settings', async ({ context, page, member }) => {
    await signInElsewhere(member);
    await enterAs(context, member);
    await page.goto('/settings/profile/general-info');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Name saved')).toBeVisible();
    await expectAccessible(page);

    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Upload picture' }).click();
    const buffer = await page.screenshot();
    await (await chooser).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer });
    await expect(page.getByRole('button', { name: 'Save picture' })).toBeEnabled();
    await expectAccessible(page);

    await page.goto('/settings/profile/password-security');
    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(page.getByRole('dialog', { name: 'Sign out everywhere else?' })).toBeVisible();
    await expectAccessible(page);
  });

  test('the code for a new address', async ({ context, page, member }) => {
    await enterAs(context, member);
    await page.goto('/settings/profile/email-settings');
    await page.route('/api/user/change-email', (route) => route.fulfill({ json: { data: { success: true } } }));
    await page.getByLabel('New email').fill('somebody@example.com');
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByRole('button', { name: 'Confirm' }).click();
    await expect(page.getByText('This is required')).toBeVisible();
    await expectAccessible(page);
  });

  test('the page without a connection', async ({ context, page, problems, member }) => {
    problems.expect(/^console: /);
    await enterAs(context, member);
    await page.route('/api/**', (route) => route.abort('connectionrefused'));
    await page.goto('/directory');
    await expect(page.getByRole('heading', { name: 'Sheaf cannot be reached' })).toBeVisible();
    await expectAccessible(page);
  });
});

test('axe finds nothing in the drawer', { tag: '@phone' }, async ({ context, page, member }) => {
  await enterAs(context, member);
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'AI chat' })).toBeVisible();
  await expectAccessible(page);
});

test('the keyboard is enough: sign in, open the settings, change the name', async ({ page }) => {
  const person = await newPerson();
  await page.goto('/login');
  await expect(page.getByLabel('Email')).toBeFocused();
  await page.keyboard.type(person.email);
  await page.keyboard.press('Tab');
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');

  const welcome = page.getByRole('dialog', { name: 'Welcome to Sheaf' });
  await expect(welcome.getByRole('link', { name: 'Get started' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(welcome).toBeHidden();

  await pressUntilFocused(page, 'Tab', `Profile menu of ${person.name}`);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('menu')).toBeVisible();
  await pressUntilFocused(page, 'ArrowDown', 'Settings');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/settings/profile/general-info');

  await pressUntilFocused(page, 'Tab', 'Name');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Grace Hopper');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Name saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile menu of Grace Hopper' })).toBeVisible();
});

/** Presses the key until what has the focus goes by this name. */
async function pressUntilFocused(page: Page, key: string, name: string): Promise<void> {
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      const label = (element as HTMLInputElement | null)?.labels?.[0]?.textContent;
      return (label ?? element?.getAttribute('aria-label') ?? element?.textContent ?? '').trim();
    });
  for (let pressed = 0; !(await focused()).endsWith(name); pressed += 1) {
    expect(pressed, `presses of ${key} without reaching '${name}'`).toBeLessThan(40);
    await page.keyboard.press(key);
  }
}
