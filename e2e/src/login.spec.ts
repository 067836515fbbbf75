import { enterAs, remember } from './people.ts';
import { expect, expectMessage, stored, test, toast } from './test.ts';

test('a wrong password is refused with one sentence, the right one leads home', async ({ page, problems, member }) => {
  problems.expect('401 POST /api/auth/login');
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(toast(page, 'The e-mail or the password is wrong.')).toBeVisible();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).not.toHaveProperty('token');

  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  expect(await stored(page)).toMatchObject({ token: expect.any(String), org_id: expect.any(String) });
});

test('an unknown address gets the same answer as a wrong password', async ({ page, problems }) => {
  problems.expect('401 POST /api/auth/login');
  await page.goto('/login');
  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'The e-mail or the password is wrong.')).toBeVisible();
});

test('fields say what is wrong, when left and on sending', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This is required')).toHaveCount(2);
  await expect(page.getByLabel('Email')).toBeFocused();

  await expectMessage(page.getByLabel('Email'), 'nobody@', 'Must be a valid email');
  await expectMessage(page.getByLabel('Email'), 'nobody@example.com', undefined);
  await expectMessage(page.getByLabel('Password', { exact: true }), '1234567', 'Too short');
  await expectMessage(page.getByLabel('Password', { exact: true }), '', 'This is required');
  await expectMessage(page.getByLabel('Password', { exact: true }), '12345678', undefined);
});

test('the password can be looked at', async ({ page }) => {
  await page.goto('/login');
  const password = page.getByLabel('Password', { exact: true });
  await password.fill('12345678');
  await expect(password).toHaveAttribute('type', 'password');
  await page.getByRole('button', { name: 'Show what is typed' }).click();
  await expect(password).toHaveAttribute('type', 'text');
});

test('leads back to the page that was asked for', async ({ page, member }) => {
  await page.goto('/onboarding?step=3');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/onboarding?step=3');

  // Only once: from then on signing in leads home.
  await page.goto('/login');
  await expect(page).toHaveURL('/directory');
});

test('whoever is not verified yet is asked for the code', async ({ page, newcomer }) => {
  await page.goto('/login');
  await page.getByLabel('Email').fill(newcomer.email);
  await page.getByLabel('Password', { exact: true }).fill(newcomer.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/verification');
});

test('leads to registering and to a new password', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/register');
  await page.goBack();
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
});

test('signing in or out in one tab does so in the others', async ({ context, page, member }) => {
  await remember(context, { show: '1' });
  const other = await context.newPage();
  await other.goto('/plans');
  await expect(other).toHaveURL('/login');

  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/directory');
  await expect(other).toHaveURL('/plans');

  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
});

test('somebody signed in is not asked again', async ({ context, page, member }) => {
  await enterAs(context, member);
  for (const path of ['/', '/login', '/register', '/forgot-password']) {
    await page.goto(path);
    await expect(page).toHaveURL('/directory');
  }
});
