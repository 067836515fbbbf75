import { remember } from './people.ts';
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

  await page.getByLabel('Email').fill('nobody@example.com');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(toast(page, 'The e-mail or the password is wrong.'), 'the same for an unknown address').toBeVisible();

  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  expect(await stored(page)).toMatchObject({ token: expect.any(String), org_id: expect.any(String) });
});

test('fields say what is wrong, when left and on sending', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('This is required')).toHaveCount(2);
  await expect(page.getByLabel('Email')).toBeFocused();

  await expectMessage(page.getByLabel('Email'), 'nobody@', 'Must be a valid email');
  await expectMessage(page.getByLabel('Email'), 'nobody@example.com', undefined);
  const password = page.getByLabel('Password', { exact: true });
  await expectMessage(password, '1234567', 'Too short');
  await expectMessage(password, '', 'This is required');
  await expectMessage(password, '12345678', undefined);

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

test('the pages for signing in lead to each other', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Create an account' }).click();
  await expect(page).toHaveURL('/register');
  await page.getByRole('link', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/login');
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await expect(page).toHaveURL('/forgot-password');
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await expect(page).toHaveURL('/login');
});

test('signing in or out in one tab does so in the others', async ({ context, page, member }) => {
  await remember(page, { show: '1' });
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
