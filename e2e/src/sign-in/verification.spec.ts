import { auth } from '@sheaf/contract';
import { codeTo, otherThan } from '../setup/mailbox.ts';
import { callAs, enterAs, newPerson } from '../setup/people.ts';
import { clearCode, codeField, expect, stored, test, toast, typeCode } from '../setup/test.ts';

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

test('a pasted code fills all boxes', async ({ page }) => {
  const person = await newPerson({ verified: false });
  await enterAs(page, person);
  await page.goto('/verification');
  const first = page.getByRole('textbox', { name: 'Digit 1 of 6' });
  await first.focus();
  const code = await codeTo(person.email, 'verification');
  await first.evaluate((box, text) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', text);
    box.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, code);
  await expect(page).toHaveURL('/directory');
});

test('an incomplete code shows an error', async ({ page, newcomer }) => {
  await enterAs(page, newcomer);
  await page.goto('/verification');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(codeField(page)).toHaveAccessibleDescription('This is required');
  await typeCode(page, '123');
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(codeField(page)).toHaveAccessibleDescription('Length must be 6');
});

test('another code can be asked for after a minute', async ({ page, newcomer }) => {
  await enterAs(page, newcomer, { date: new Date().toISOString() });
  await page.clock.install();
  await page.goto('/verification');
  const wait = page.getByRole('button', { name: /^Send again in \d\d? s$/ });
  await expect(wait).toBeDisabled();
  await page.clock.fastForward(61_000);
  await expect(wait).toBeHidden();

  // The server still refuses within the same minute, so its success is simulated here.
  await page.route('/api/auth/resend-code', (route) => route.fulfill({ json: { data: { success: true } } }));
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(toast(page, 'New code sent')).toBeVisible();
  await expect(wait).toBeDisabled();
});

test('a code asked for too soon is refused, and the wait is shown', async ({ page, problems }) => {
  problems.expect('429 POST /api/auth/resend-code');
  // Registered in another browser, so this one does not know about the wait.
  await enterAs(page, await newPerson({ verified: false }), {});
  await page.goto('/verification');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(toast(page, /^We just sent a code\. You can ask for another in \d+ seconds\.$/)).toBeVisible();
  await expect(page.getByRole('button', { name: /^Send again in \d\d? s$/ })).toBeDisabled();
});

test('a person who mistyped their address can sign out', async ({ page }) => {
  const person = await newPerson({ verified: false });
  await enterAs(page, person);
  await page.goto('/verification');
  await expect(page.getByText('Wrong email?')).toBeVisible();
  await page.getByRole('button', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).not.toHaveProperty('token');
  await expect(callAs(person.token)(auth.user)).rejects.toMatchObject({ status: 401 });
});
