import type { Page } from '@playwright/test';
import { expectAccessible, expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, signInElsewhere } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

// Dialogs, menus and toasts, in every look. For the pages themselves see pages.spec.ts.
test('forms with errors are accessible', { tag: '@long' }, async ({ page }) => {
  await page.goto('/register');
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page.getByText('This is required')).toHaveCount(4);
  await expectSound(page);

  await page.route('/api/auth/forget-password', (route) => route.fulfill({ json: { data: { success: true } } }));
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(page.getByText('This is required')).toHaveCount(3);
  await expectSound(page);
});

test('toasts are accessible', { tag: '@long' }, async ({ page, problems, member }) => {
  problems.expect('422 POST /api/user/update');
  await enterAs(page, member);
  await page.goto('/settings/profile/general-info');
  const save = (text: string) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Save' }).click();
      // A toast under the pointer stays, once the pointer has reached it.
      await toast(page, text).first().hover({ timeout: 2_500 });
    }).toPass();
  await save('Name saved');
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await expectAccessible(page);
  }
  const refusal = { message: 'Not like this.', code: 'validation_failed' };
  await page.route('/api/user/update', (route) => route.fulfill({ status: 422, json: refusal }));
  await save('Not like this.');
  await expectAccessible(page);
});

test('menu and dialogs of the frame are accessible', { tag: '@long' }, async ({ page, member }) => {
  await enterAs(page, member, {});
  await page.goto('/directory');
  await expect(page.getByRole('dialog', { name: 'Welcome to Sheaf' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toBeHidden();

  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('menu')).toBeHidden();

  await page.getByRole('banner').getByRole('button', { name: 'Add app' }).click();
  await expect(page.getByRole('dialog', { name: 'Connect an app' })).toBeVisible();
  await expectSound(page);
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Hide menu' }).click();
  await expect(page.getByRole('button', { name: 'Show menu' })).toBeVisible();
  await expectSound(page);
});

test('the drawer of phones is accessible', { tag: ['@long', '@phone'] }, async ({ page, member }) => {
  await enterAs(page, member);
  await page.goto('/directory');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('dialog').getByRole('link', { name: 'AI chat' })).toBeVisible();
  await expectAccessible(page);
  await page.emulateMedia({ colorScheme: 'dark' });
  await expectAccessible(page);
});

test('dialogs of the settings are accessible', { tag: '@long' }, async ({ page, member }) => {
  await signInElsewhere(member);
  await enterAs(page, member);
  await page.goto('/settings/profile/general-info');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Upload picture' }).click();
  const buffer = await page.screenshot();
  await (await chooser).setFiles({ name: 'screen.png', mimeType: 'image/png', buffer });
  await expect(page.getByRole('button', { name: 'Save picture' })).toBeEnabled();
  await expectSound(page);

  await page.goto('/settings/profile/password-security');
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
  await expect(page.getByRole('dialog', { name: 'Sign out everywhere else?' })).toBeVisible();
  await expectSound(page);

  await page.route('/api/user/change-email', (route) => route.fulfill({ json: { data: { success: true } } }));
  await page.goto('/settings/profile/email-settings');
  await page.getByLabel('New email').fill('somebody@example.com');
  await page.getByLabel('Current password').fill('my password');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText('This is required')).toBeVisible();
  await expectSound(page);
});

test('the page without a connection is accessible', { tag: '@long' }, async ({ page, problems, member }) => {
  problems.expect(/^console: /);
  await enterAs(page, member);
  await page.route('/api/**', (route) => route.abort('connectionrefused'));
  await page.goto('/directory');
  await expect(page.getByRole('heading', { name: 'Can’t reach Sheaf' })).toBeVisible();
  await expectSound(page);
});

test('the keyboard is enough to sign in, open the settings and change the name', async ({ page }) => {
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
  await expect(page.getByLabel('Name')).toBeVisible();

  await pressUntilFocused(page, 'Tab', 'Name');
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type('Grace Hopper');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Name saved')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Profile menu of Grace Hopper' })).toBeVisible();
});

/** Presses the key until the element with this name has the focus. */
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
