import { expectSound } from '../setup/looks.ts';
import { remember } from '../setup/people.ts';
import { expect, stored, test } from '../setup/test.ts';

test('a wrong password is refused with one sentence, and the right one leads home', { tag: '@sound' }, async ({
  page,
  problems,
  member,
}) => {
  problems.expect('401 POST /api/auth/login');
  await page.goto('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill('not the password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const problem = page.locator('form').getByText('Wrong email or password.');
  await expect(problem).toBeVisible();
  await expect(page.getByText('Wrong email or password.'), 'no toast says it again').toHaveCount(1);
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).not.toHaveProperty('token');
  await expect(page.getByRole('button', { name: 'Sign in', exact: true })).toHaveAccessibleDescription(/password/);
  await expectSound(page);

  await page.getByLabel('Email').fill('nobody@example.com');
  const again = page.waitForResponse('/api/auth/login');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await again;
  // The same for an unknown address.
  await expect(problem).toBeVisible();

  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  await expect(page.getByRole('alert'), 'no error outlives the success').toHaveCount(0);
  expect(await stored(page)).toMatchObject({ token: expect.any(String), org_id: expect.any(String) });
});

test('signing in leads back to the requested page', async ({ page, member }) => {
  await page.goto('/onboarding?step=3');
  await expect(page).toHaveURL('/login');
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/onboarding?step=3');

  // Only once: after that, signing in leads to the start page.
  await page.goto('/login');
  await expect(page).toHaveURL('/directory');
});

test('signing in or out in one tab does so in the others', { tag: '@long' }, async ({
  context,
  page,
  problems,
  member,
}) => {
  // Requests at the end of the session are refused.
  problems.expect(/^401 GET \/api\//);
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
  await expect(page.getByRole('heading', { name: 'No files yet' })).toBeVisible();
  await expect(other.getByText('No payments yet.')).toBeVisible();

  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  await expect(other).toHaveURL('/login');
});
