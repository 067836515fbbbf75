import { codeTo } from '../setup/mailbox.ts';
import { newEmail, newPerson, PASSWORD } from '../setup/people.ts';
import { expect, expectMessage, stored, test, toast, typeCode } from '../setup/test.ts';

test.beforeEach(({ page }) => page.goto('/register'));

test('registering leads over the code in the mail to home', { tag: '@looks' }, async ({ page }) => {
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

test('each field says what is wrong when it is left', async ({ page }) => {
  const name = page.getByLabel('Name');
  await expectMessage(name, '', 'This is required');
  await expectMessage(name, 'Al', 'Name length must be more than 3');
  await expectMessage(name, 'Ali', undefined);

  const email = page.getByLabel('Email');
  await expectMessage(email, '', 'This is required');
  await expectMessage(email, 'ali.example.com', 'Must be a valid email');
  await expectMessage(email, 'ali@example.com', undefined);

  const password = page.getByLabel('Password', { exact: true });
  await expectMessage(password, '', 'This is required');
  await expectMessage(password, 'seven77', 'Too short');
  await expectMessage(password, 'eight888', undefined);

  const confirmation = page.getByLabel('Repeat password');
  await expectMessage(confirmation, '', 'This is required');
  await expectMessage(confirmation, 'seven77', 'Too short');
  await expectMessage(confirmation, 'eight889', "Don't match");
  await expectMessage(confirmation, 'eight888', undefined);
});

test('missing or different values are shown on submit, and nothing is sent', async ({ page }) => {
  const calls: string[] = [];
  page.on('request', (request) => calls.push(request.url()));
  const send = page.getByRole('button', { name: 'Create account' });
  await send.click();
  await expect(page.getByText('This is required')).toHaveCount(4);
  await expect(page.getByLabel('Name')).toBeFocused();

  await page.getByLabel('Name').fill('Ada Lovelace');
  await page.getByLabel('Email').fill(newEmail());
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  const confirmation = page.getByLabel('Repeat password');
  await confirmation.fill(`${PASSWORD}!`);
  await send.click();
  await expect(confirmation).toHaveAccessibleDescription("Don't match");
  await expect(confirmation).toBeFocused();
  expect(calls.filter((url) => url.includes('/api/'))).toEqual([]);
});

test('a taken address is shown under its field until it is changed', async ({ page, problems }) => {
  problems.expect('422 POST /api/auth/register');
  const { email: taken } = await newPerson({ verified: false });
  const email = page.getByLabel('Email');
  await page.getByLabel('Name').fill('Ada Lovelace');
  await email.fill(taken);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Repeat password').fill(PASSWORD);
  await page.keyboard.press('Enter');

  await expect(toast(page, /./)).toBeVisible();
  await expect(email).toHaveAccessibleDescription('This email already has an account');
  await expect(email).toBeFocused();
  expect(await stored(page)).not.toHaveProperty('token');

  await expectMessage(email, newEmail(), undefined);
  await page.getByRole('button', { name: 'Create account' }).click();
  await expect(page).toHaveURL('/verification');
});
