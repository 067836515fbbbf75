import type { Page } from '@playwright/test';
import { expectSound } from '../setup/looks.ts';
import { enterAs, newPerson, PASSWORD } from '../setup/people.ts';
import { expect, test, toast } from '../setup/test.ts';

/** A device that checks its person and stores passkeys: Chromium’s virtual one. */
async function addAuthenticator(page: Page): Promise<void> {
  const client = await page.context().newCDPSession(page);
  await client.send('WebAuthn.enable');
  await client.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
}

/** Signed in, with a passkey that was added in the settings. */
async function enterWithPasskey(page: Page): Promise<void> {
  await enterAs(page, await newPerson());
  await addAuthenticator(page);
  await page.goto('/settings/profile/password-security');
  await page.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add passkey' });
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
}

test('a passkey is added in the settings, and signs in without a password', async ({ page, problems }) => {
  // Requests at the end of the session are refused.
  problems.expect(/^401 GET \/api\//);
  // Chromium’s device would answer the offer at the email field at once, before anybody can press the button.
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  await enterWithPasskey(page);
  const passkey = page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem');
  await expect(passkey).toContainText('never used');
  await signOut(page);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();
  await page.goto('/settings/profile/password-security');
  await expect(passkey).toContainText('last used');
});

test('the browser offers passkeys where the email is typed', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/^401 GET \/api\//);
  await enterWithPasskey(page);
  const chosen = page.waitForResponse('/api/auth/passkey');
  await signOut(page);
  expect((await chosen).status()).toBe(200);
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();
});

test('a passkey is the second step without an authenticator app', { tag: '@long' }, async ({ page, problems }) => {
  problems.expect(/^401 GET \/api\//);
  await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false;
  });
  const person = await newPerson();
  await enterAs(page, person);
  await addAuthenticator(page);
  await page.goto('/settings/profile/password-security');
  await page.getByRole('button', { name: 'Turn on two-factor authentication' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'A passkey' }).check();
  // Nobody has been asked for the password yet.
  await expect(dialog.getByText('This is required')).toHaveCount(0);
  await expectSound(page);
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem')).toHaveCount(10);
  await dialog.getByRole('button', { name: 'I saved the codes' }).click();
  await expect(page.getByText('passkey · 10 recovery codes left')).toBeVisible();
  await signOut(page);

  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Two-factor authentication' })).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeVisible();

  // The passkey also proves identity when the second factor is changed.
  await page.goto('/settings/profile/password-security');
  await page.getByRole('button', { name: 'Turn off' }).click();
  await dialog.getByLabel('Current password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Turn off' }).click();
  await expect(toast(page, 'Two-factor authentication is off')).toBeVisible();
});
