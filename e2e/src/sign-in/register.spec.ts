import { codeTo } from '../setup/mailbox.ts';
import { newEmail, PASSWORD } from '../setup/people.ts';
import { expect, stored, test, typeCode } from '../setup/test.ts';

test.beforeEach(({ page }) => page.goto('/register'));

test('registering leads home by the code from the mail', { tag: '@looks' }, async ({ page }) => {
  const email = newEmail();
  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Create account' }).click();

  await expect(page).toHaveURL('/verification');
  await expect(page.getByText(email)).toBeVisible();
  const { token, date } = await stored(page);
  expect(token).toBeTruthy();
  expect(Date.now() - Date.parse(date!)).toBeLessThan(600_000);

  await typeCode(page, await codeTo(email, 'verification'));
  await expect(page).toHaveURL('/directory');
  await expect(page.getByRole('dialog', { name: 'Welcome to Sheaf' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Profile menu of Ada Lovelace' })).toHaveText(/AL/);
});
