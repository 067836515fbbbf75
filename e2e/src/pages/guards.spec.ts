import type { Page } from '@playwright/test';
import { enterAs } from '../setup/people.ts';
import { expect, test } from '../setup/test.ts';
import {
  forwards,
  framelessScreens,
  mainScreens,
  oauthScreen,
  settingsScreens,
  signedOutScreens,
  verificationScreen,
} from './routes.ts';

const ID = '0199f8a2-7b4e-7c3d-8a5f-1b2c3d4e5f60';
const publicPaths = [...signedOutScreens.map(({ path }) => path), '/accept-member-invite/no-such-invitation'];
const guardedPaths = [
  ...[...forwards, ...mainScreens, ...settingsScreens, ...framelessScreens].map(({ path }) => path),
  `/labels/${ID}`,
  `/collections/${ID}`,
];

/** Expects redirects from pages that this person may not see. Allowed pages are opened in pages.spec.ts. */
async function expectLandings(page: Page, to: string, from: readonly string[]): Promise<void> {
  for (const path of from) {
    await page.goto(path);
    await expect.soft(page, `from ${path}`).toHaveURL(to);
    await expect.soft(page.getByRole('heading', { level: 1 }), `from ${path}`).toBeVisible();
  }
}

test('signed out, all other pages lead to the sign-in page', { tag: '@long' }, async ({ page }) => {
  await expectLandings(page, '/login', [...guardedPaths, verificationScreen.path]);
});

test('not verified, everything leads to the verification', { tag: '@long' }, async ({ page, problems, newcomer }) => {
  // Lists are requested while the guards still load the user.
  problems.expect('403 GET /api/documents');
  await enterAs(page, newcomer);
  await expectLandings(page, '/verification', [...guardedPaths, ...publicPaths]);
});

test('verified, the pages for signing in lead home', { tag: '@long' }, async ({ page, problems, member }) => {
  // A signed-in person joins at once; here a toast says that the invitation does not exist.
  problems.expect('404 POST /api/auth/validate-invitation-code');
  await enterAs(page, member);
  await expectLandings(page, '/directory', [...publicPaths, verificationScreen.path]);
  for (const { path, to } of forwards) await expectLandings(page, to, [path]);
});

test('the page to which apps return is open to everyone', async ({ page, newcomer, member }) => {
  for (const person of [newcomer, member]) {
    await enterAs(page, person);
    await expectLandings(page, oauthScreen.path, [oauthScreen.path]);
  }
});
