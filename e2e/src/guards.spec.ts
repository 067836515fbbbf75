import type { Page } from '@playwright/test';
import { enterAs, newPerson } from './people.ts';
import {
  forwards,
  framelessScreens,
  mainScreens,
  oauthScreen,
  screensOfThings,
  settingsScreens,
  signedOutScreens,
  verificationScreen,
} from './routes.ts';
import { expect, test } from './test.ts';

const paths = (...routes: { path: string }[]) => routes.map(({ path }) => path);
const publicPaths = paths(...signedOutScreens);
const thingPaths = [
  '/labels/0199f8a2-7b4e-7c3d-8a5f-1b2c3d4e5f60',
  '/collections/0199f8a2-7b4e-7c3d-8a5f-1b2c3d4e5f60',
];
const guardedPaths = [...paths(...forwards, ...mainScreens, ...settingsScreens, ...framelessScreens), ...thingPaths];

/** Where somebody lands who asks for each of the paths. */
async function expectLandings(page: Page, from: readonly string[], to: (path: string) => string): Promise<void> {
  for (const path of from) {
    await page.goto(path);
    await expect.soft(page, `from ${path}`).toHaveURL(to(path));
    await expect.soft(page.getByRole('heading', { level: 1 }), `from ${path}`).toBeVisible();
  }
}

test.describe.configure({ timeout: 90_000 });

test('signed out: the pages for signing in, and nothing else', async ({ page }) => {
  await expectLandings(page, [...publicPaths, oauthScreen.path], (path) => path);
  await expectLandings(page, [...guardedPaths, verificationScreen.path], () => '/login');
});

test('signed in, not verified: the verification, and nothing else', async ({ context, page, newcomer }) => {
  await enterAs(context, newcomer);
  await expectLandings(page, [oauthScreen.path], (path) => path);
  await expectLandings(page, [...publicPaths, ...guardedPaths, verificationScreen.path], () => '/verification');
});

test('verified: everything but the pages for signing in', async ({ context, page }) => {
  const person = await newPerson();
  const ownThings = paths(...(await screensOfThings(person)));
  await enterAs(context, person);
  await expectLandings(
    page,
    [...paths(oauthScreen, ...mainScreens, ...settingsScreens, ...framelessScreens), ...ownThings],
    (path) => path,
  );
  await expectLandings(page, paths(...forwards), (path) => forwards.find((forward) => forward.path === path)!.to);
  await expectLandings(page, [...publicPaths, verificationScreen.path], () => '/directory');
});

test('an address without a page says so to everybody', async ({ context, page, member }) => {
  for (const path of ['/nowhere', '/settings/nowhere']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1, name: 'There is no page at this address' })).toBeVisible();
    await expect(page).toHaveURL(path);
  }
  await enterAs(context, member);
  await page.goto('/nowhere');
  await page.getByRole('link', { name: 'Go home' }).click();
  await expect(page).toHaveURL('/directory');
});
