import { auth } from '@sheaf/contract';
import { codeTo, mailsTo, mailTo, otherThan } from '../setup/mailbox.ts';
import { callAs, newEmail, newPerson, signInElsewhere } from '../setup/people.ts';
import { clearCode, codeField, expect, test, toast, typeCode } from '../setup/test.ts';

const NEW_PASSWORD = 'a new password';

test('a code from the mail sets a new password', async ({ page, problems }) => {
  problems.expect('422 POST /api/auth/reset-password');
  const person = await newPerson();
  await page.goto('/forgot-password');
  await page.getByLabel('Email').fill(person.email);
  await page.getByRole('button', { name: 'Send code' }).click();
  await expect(page.getByRole('heading', { name: 'Set a new password' })).toBeVisible();
  await expect(page).toHaveURL('/forgot-password');
  await expect(page.getByText(person.email)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in \d\d? s$/ })).toBeDisabled();

  const code = await codeTo(person.email, 'reset');
  await typeCode(page, otherThan(code));
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.getByLabel('Repeat password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired');

  await clearCode(page);
  await typeCode(page, code);
  await page.getByRole('button', { name: 'Set new password' }).click();
  await expect(toast(page, 'Password changed. Sign in with the new one.')).toBeVisible();
  await expect(page).toHaveURL('/login');

  await expect(signInElsewhere(person)).rejects.toMatchObject({ code: 'invalid_credentials' });
  await expect(person.call(auth.user), 'earlier sessions have ended').rejects.toMatchObject({ status: 401 });
  await mailTo(person.email, /^Your Sheaf password was changed$/);

  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/directory');
});

test('an address without an account looks and is throttled the same, and gets no mail', { tag: '@long' }, async ({
  page,
  problems,
}) => {
  problems.expect('429 POST /api/auth/forget-password');
  const [email, known] = [newEmail(), await newPerson()];
  for (const heading of ['Set a new password', 'Forgot your password?']) {
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(email);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
  }
  await expect(toast(page, 'A code was just requested')).toBeVisible();

  // Mails are sent in order: once this one is sent, the other would have been too.
  await callAs()(auth.forgetPassword, { body: { email: known.email } });
  await codeTo(known.email, 'reset');
  expect(await mailsTo(email)).toEqual([]);
});
