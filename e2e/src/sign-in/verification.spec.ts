import { auth } from '@sheaf/contract';
import { codeTo, otherThan } from '../setup/mailbox.ts';
import { callAs, enterAs, newPerson } from '../setup/people.ts';
import { clearCode, codeField, expect, stored, test, typeCode } from '../setup/test.ts';

test('a wrong code shows an error, the right one leads to the requested page', async ({ page, problems }) => {
  problems.expect('422 POST /api/auth/verify');
  const person = await newPerson({ verified: false });
  await enterAs(page, person);
  await page.goto('/plans');
  await expect(page).toHaveURL('/verification');
  await expect(page.getByRole('textbox', { name: 'Digit 1 of 6' })).toBeFocused();

  const code = await codeTo(person.email, 'verification');
  await typeCode(page, otherThan(code));
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired');
  await expect(page).toHaveURL('/verification');

  await clearCode(page);
  await typeCode(page, code);
  await expect(page).toHaveURL('/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Plan and billing' })).toBeVisible();
});

test('a person who mistyped their address can sign out', { tag: '@long' }, async ({ page }) => {
  const person = await newPerson({ verified: false });
  await enterAs(page, person);
  await page.goto('/verification');
  await expect(page.getByText('Wrong email?')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).not.toHaveProperty('token');
  await expect(callAs(person.token)(auth.user)).rejects.toMatchObject({ status: 401 });
});
