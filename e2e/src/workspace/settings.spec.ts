import type { Page } from '@playwright/test';
import { auth, user } from '@sheaf/contract';
import { codeTo, mailTo, otherThan } from '../setup/mailbox.ts';
import { callAs, enterAs, newEmail, newPerson, signInElsewhere } from '../setup/people.ts';
import { clearCode, codeField, expect, expectMessage, stored, test, toast, typeCode } from '../setup/test.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const SAFARI =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15';

/** A wide picture, drawn by the browser. */
async function picture(page: Page): Promise<Buffer> {
  const base64 = await page.evaluate(() => {
    const canvas = document.createElement('canvas');
    canvas.width = 480;
    canvas.height = 320;
    const context = canvas.getContext('2d')!;
    context.fillStyle = '#d9a441';
    context.fillRect(0, 0, 480, 320);
    context.fillStyle = '#0f766e';
    context.fillRect(160, 80, 160, 160);
    return canvas.toDataURL('image/png').split(',')[1]!;
  });
  return Buffer.from(base64, 'base64');
}

async function choosePicture(page: Page, button: string, file: { name: string; mimeType: string; buffer: Buffer }) {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button }).click();
  await (await chooser).setFiles(file);
}

test.describe('general info', () => {
  test('a new name is shown everywhere', async ({ page }) => {
    await enterAs(page, await newPerson());
    await page.goto('/settings/profile/general-info');
    const name = page.getByLabel('Name');
    await expectMessage(name, '', 'This is required');
    await expectMessage(name, 'Al', 'Name length must be more than 3');
    await name.fill('Zoë Ångström');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Name saved')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Profile menu of Zoë Ångström' })).toContainText('ZÅ');
    await page.reload();
    await expect(page.getByLabel('Name')).toHaveValue('Zoë Ångström');
  });

  test('a square of a picture becomes the avatar, and can be removed', { tag: '@long' }, async ({ page }) => {
    await enterAs(page, await newPerson());
    await page.goto('/settings/profile/general-info');
    await expect(page.getByLabel('Name')).toBeVisible();
    await choosePicture(page, 'Upload picture', {
      name: 'wide.png',
      mimeType: 'image/png',
      buffer: await picture(page),
    });
    const dialog = page.getByRole('dialog', { name: 'Choose the part to show' });
    await dialog.getByRole('slider', { name: 'Zoom' }).press('End');
    await dialog.getByRole('button', { name: 'Save picture' }).click();
    await expect(toast(page, 'Picture saved')).toBeVisible();
    await expect(dialog).toBeHidden();

    const avatar = page.getByRole('button', { name: /^Profile menu/ }).locator('img');
    await expect(avatar).toHaveAttribute('src', /^\/images\/.+\.webp$/);
    const size = () => avatar.evaluate((img: HTMLImageElement) => [img.naturalWidth, img.naturalHeight]);
    await expect.poll(async () => (await size())[0]).toBeGreaterThan(0);
    const [width, height] = await size();
    expect(width).toBe(height);

    await page.reload();
    await expect(avatar).toBeVisible();
    await page.getByRole('button', { name: 'Remove' }).click();
    await expect(toast(page, 'Picture removed')).toBeVisible();
    await expect(avatar).toBeHidden();
    await expect(page.getByRole('button', { name: /^Profile menu/ })).toContainText('RE');
  });

  test('a file that is not a picture shows an error', { tag: '@long' }, async ({ page, member }) => {
    await enterAs(page, member);
    await page.goto('/settings/profile/general-info');
    await choosePicture(page, 'Upload picture', {
      name: 'broken.png',
      mimeType: 'image/png',
      buffer: Buffer.from('not a picture'),
    });
    await expect(toast(page, 'Couldn’t read this file as an image. Choose another one.')).toBeVisible();
    await expect(page.getByRole('dialog')).toBeHidden();
  });
});

test.describe('email', () => {
  test('changes with the code from the new address', async ({ page, problems }) => {
    problems.expect('422 POST /api/user/change-email', '422 POST /api/user/change-email/confirmed');
    const person = await newPerson();
    const email = newEmail();
    await enterAs(page, person);
    await page.goto('/settings/profile/email-settings');
    await expect(page.getByRole('main')).toContainText(person.email);
    await page.getByLabel('New email').fill(email);
    const currentPassword = page.getByRole('textbox', { name: 'Current password' });
    await currentPassword.fill('not my password');
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(currentPassword).toHaveAccessibleDescription('This isn’t your current password');
    await currentPassword.fill(person.password);
    await page.getByRole('button', { name: 'Send code' }).click();
    await expect(page.getByText(`We sent a code to ${email}`)).toBeVisible();
    await expect(page.getByRole('button', { name: /^Send again in \d\d? s$/ })).toBeDisabled();

    const code = await codeTo(email, 'new address');
    await typeCode(page, otherThan(code));
    await expect(codeField(page)).toHaveAccessibleDescription('This code is wrong or has expired');
    await clearCode(page);
    await typeCode(page, code);
    await expect(toast(page, 'Email changed')).toBeVisible();
    await expect(page.getByRole('definition').filter({ hasText: email })).toBeVisible();

    await mailTo(person.email, /^Your Sheaf email was changed$/);
    await signInElsewhere({ ...person, email });
    await expect(signInElsewhere(person)).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('a change is undone from the old address, without signing in, with a new password', { tag: '@long' }, async ({
    page,
    browser,
  }) => {
    const person = await newPerson();
    const email = newEmail();
    await person.call(user.changeEmail, { body: { new_email: email, current_password: person.password } });
    await person.call(user.confirmEmail, { body: { code: await codeTo(email, 'new address') } });
    const mail = await mailTo(person.email, /^Your Sheaf email was changed$/);
    const link = /http\S+\/revert-email\/\S+/.exec(mail.text)![0];

    await page.goto(new URL(link).pathname);
    await expect(page.getByRole('heading', { name: 'Undo the email change?' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo the change' }).click();
    await expect(page.getByRole('heading', { name: 'Your email is restored' })).toBeVisible();
    await expect(page.getByText(person.email)).toBeVisible();
    await typeCode(page, await codeTo(person.email, 'reset'));
    await page.getByRole('textbox', { name: 'New password' }).fill('another password');
    await page.getByRole('textbox', { name: 'Repeat password' }).fill('another password');
    await page.getByRole('button', { name: 'Set new password' }).click();
    await expect(toast(page, 'Password changed. Sign in with the new one.')).toBeVisible();
    await signInElsewhere({ ...person, password: 'another password' });

    const again = await browser.newPage();
    await again.goto(link);
    await again.getByRole('button', { name: 'Undo the change' }).click();
    await expect(again.getByRole('heading', { name: 'This link no longer works' })).toBeVisible();
    await again.close();
  });
});

test.describe('password and security', () => {
  const NEW_PASSWORD = 'another password';

  test('a new password signs out all other devices', async ({ browser, page, problems }) => {
    problems.expect('422 PUT /api/user/update-password');
    const person = await newPerson();
    await enterAs(page, person);
    const elsewhere = await browser.newContext();
    const otherPage = await elsewhere.newPage();
    await enterAs(otherPage, { token: await signInElsewhere(person) });
    await otherPage.goto('/plans');
    await expect(otherPage.getByRole('heading', { level: 1, name: 'Plan and billing' })).toBeVisible();

    await page.goto('/settings/profile/password-security');
    const current = page.getByLabel('Current password');
    await current.fill('not the password');
    await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD);
    await page.getByLabel('Repeat new password').fill(NEW_PASSWORD);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(current).toHaveAccessibleDescription('This isn’t your current password');

    await current.fill(person.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await expect(toast(page, 'Password changed. You’re signed out everywhere else.')).toBeVisible();
    await expect(current).toHaveValue('');
    await expect(page.getByRole('listitem').filter({ hasText: 'last used' })).toHaveCount(0);

    await otherPage.reload();
    await expect(otherPage).toHaveURL('/login');
    expect(await stored(otherPage)).not.toHaveProperty('token');
    await elsewhere.close();
    await page.reload();
    await expect(page).toHaveURL('/settings/profile/password-security');
    await expect(signInElsewhere(person)).rejects.toMatchObject({ code: 'invalid_credentials' });
    await signInElsewhere({ ...person, password: NEW_PASSWORD });
  });

  test('sessions are listed with their devices and can be ended', async ({ page }) => {
    const person = await newPerson();
    const tokens = {
      firefox: await signInElsewhere(person, FIREFOX),
      safari: await signInElsewhere(person, SAFARI),
      here: await signInElsewhere(person),
    };
    await enterAs(page, { token: tokens.here });
    await page.goto('/settings/profile/password-security');
    const sessions = page.getByRole('region', { name: 'Active sessions' }).getByRole('listitem');
    await expect(sessions).toHaveCount(4);
    await expect(sessions.filter({ hasText: 'This device' })).toContainText('in use now');
    const firefox = sessions.filter({ hasText: 'Firefox on Windows' });
    await expect(firefox).toContainText('last used just now');

    await firefox.getByRole('button', { name: 'Sign out' }).click();
    const dialog = page.getByRole('dialog', { name: 'Sign out Firefox on Windows?' });
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await expect(dialog).toBeHidden();
    await expect(sessions).toHaveCount(4);
    await firefox.getByRole('button', { name: 'Sign out' }).click();
    await dialog.getByRole('button', { name: 'Sign out' }).click();
    await expect(toast(page, 'Firefox on Windows was signed out')).toBeVisible();
    await expect(sessions).toHaveCount(3);
    await expect(callAs(tokens.firefox)(auth.user)).rejects.toMatchObject({ status: 401 });

    await page.getByRole('button', { name: 'Sign out everywhere else' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out everywhere else' }).click();
    await expect(sessions).toHaveCount(1);
    await expect(callAs(tokens.safari)(auth.user)).rejects.toMatchObject({ status: 401 });
    await expect(person.call(auth.user)).rejects.toMatchObject({ status: 401 });
    await callAs(tokens.here)(auth.user);
  });
});
