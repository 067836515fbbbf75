import { Secret, TOTP } from 'otpauth';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, PASSWORD, remember } from '../setup/people.ts';
import { clearCode, expect, test, typeCode } from '../setup/test.ts';

/**
 * The code that the authenticator app shows half a minute from now: no code works twice, and this one already works.
 */
const nextCode = (secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + 30_000 });

test('an authenticator app is set up, and required when signing in', { tag: '@sound' }, async ({ page, problems }) => {
  problems.expect(/^401 GET \/api\//, '422 POST /api/auth/two-factor');
  const person = await newPerson();
  await enterAs(page, person);
  await page.goto('/settings/profile/password-security');
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible();
  await expectSound(page);
  const secret = (await dialog.getByRole('group', { name: 'Setup key' }).innerText()).replaceAll(' ', '');
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate();
  await typeCode(page, code);
  const codes = dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recoveryCode] = await codes.allInnerTexts();
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByText('10 recovery codes left')).toBeVisible();

  const signIn = async () => {
    await remember(page, { show: '1' });
    await page.goto('/login');
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  };
  await signIn();
  await typeCode(page, code);
  await expect(page.getByText('This code is wrong or was already used.')).toBeVisible();
  await expectSound(page);
  await clearCode(page);
  await typeCode(page, nextCode(secret));
  await expect(page).toHaveURL('/directory');

  await signIn();
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recoveryCode!);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page).toHaveURL('/directory');
});
