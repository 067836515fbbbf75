import { randomUUID } from 'node:crypto';
import type { Page, Request } from '@playwright/test';
import { auth } from '@sheaf/contract';
import { callAs, enterAs, signInElsewhere } from '../setup/people.ts';
import { expect, stored, test, toast } from '../setup/test.ts';

/** How often a page was loaded, reloads included. */
function countLoads(page: Page): () => number {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) loads += 1;
  });
  return () => loads;
}

test('signing out ends the session here and on the server', async ({ page, problems, member }) => {
  // Requests at its end are refused.
  problems.expect(/^401 GET \/api\//);
  const token = await signInElsewhere(member);
  await enterAs(page, { token }, { show: '1', theme: 'light' });
  await page.goto('/plans');
  await expect(page.getByText('No payments yet.')).toBeVisible();
  await page.getByRole('button', { name: /^Profile menu/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({ show: '1', theme: 'light' });
  await expect(callAs(token)(auth.user)).rejects.toMatchObject({ status: 401 });

  await page.goto('/directory');
  await expect(page).toHaveURL('/login');
});

test('a session that has ended leads to signing in', async ({ page, problems }) => {
  problems.expect(/^401 GET \/api\//);
  await enterAs(page, { token: 'ended' }, { org_id: randomUUID(), new_org_id: randomUUID(), show: '1' });
  await page.goto('/plans');
  await expect(page).toHaveURL('/login');
  expect(await stored(page)).toEqual({ show: '1' });
});

test('a session that ends elsewhere leads to signing in, and back to the same place', async ({
  page,
  problems,
  member,
}) => {
  problems.expect(/^401 (GET|POST) \/api\//);
  // Never answered: the end of the event stream would lead to the sign-in page before the click.
  await page.route('/api/events', () => {});
  const token = await signInElsewhere(member);
  await enterAs(page, { token });
  // No request may be in progress when the session ends, or its answer would lead to the sign-in page from here.
  const onTheirWay = new Set<Request>();
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/events')) onTheirWay.add(request);
  });
  page.on('requestfinished', (request) => void onTheirWay.delete(request));
  page.on('requestfailed', (request) => void onTheirWay.delete(request));
  await page.goto('/directory');
  await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
  await expect.poll(() => onTheirWay.size).toBe(0);
  await callAs(token)(auth.logout);
  // Without the pointer, which would preload the page when it approaches.
  await page.getByRole('link', { name: 'Collections', exact: true }).first().dispatchEvent('click');
  await expect(page).toHaveURL('/login');
  await expect(page.getByText('Your session has ended. Sign in again to continue where you left off.')).toBeVisible();
  expect(await stored(page)).toEqual({ show: '1' });
  await page.getByLabel('Email').fill(member.email);
  await page.getByLabel('Password', { exact: true }).fill(member.password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page).toHaveURL(/\/collections/);
});

test('other refusals sign nobody out', { tag: '@long' }, async ({ page, problems, member }) => {
  problems.expect('401 POST /api/user/update');
  await enterAs(page, member);
  await page.goto('/settings/profile/general-info');
  await page.route('/api/user/update', (route) =>
    route.fulfill({ status: 401, json: { message: 'Not today.', code: 'unauthenticated' } }),
  );
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Not today.')).toBeVisible();
  await expect(page).toHaveURL('/settings/profile/general-info');
  expect(await stored(page)).toHaveProperty('token', member.token);
});

test('an organization that no longer exists is forgotten, and the page reloads in another', { tag: '@long' }, async ({
  page,
  problems,
  member,
}) => {
  problems.expect('404 GET /api/organization/user/info');
  const gone = randomUUID();
  await enterAs(page, member, { org_id: gone, new_org_id: gone, show: '1' });
  const loads = countLoads(page);
  await page.goto('/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Plan and billing' })).toBeVisible();
  expect(loads()).toBe(2);
  const { org_id, new_org_id } = await stored(page);
  expect(org_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(org_id).not.toBe(gone);
  expect(new_org_id).toBeUndefined();
});

test('a plan that fails to load leads to the error page rather than a loop', { tag: '@long' }, async ({
  page,
  problems,
  member,
}) => {
  problems.expect('500 GET /api/organization/user/info', /^console: /);
  await page.route('/api/organization/user/info', (route) =>
    route.fulfill({ status: 500, json: { message: 'Out of order.', code: 'internal' } }),
  );
  await enterAs(page, member);
  // Only a second failure soon after the first one leads there.
  await page.clock.setFixedTime(new Date());
  const loads = countLoads(page);
  await page.goto('/plans');
  await expect(page.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
  await expect(page.getByRole('main').getByText('Out of order.')).toBeVisible();
  expect(loads()).toBe(2);
  expect(await stored(page)).not.toHaveProperty('org_id');
  expect(await stored(page)).toHaveProperty('token', member.token);

  await page.unroute('/api/organization/user/info');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Plan and billing' })).toBeVisible();
});

const banner = (page: Page) => page.getByText('No connection to Sheaf. You’re still signed in');

test('a lost connection clears local storage but signs nobody out', async ({ context, page, member }) => {
  await enterAs(page, member, { show: '1', theme: 'dark' });
  await page.goto('/settings/profile/general-info');
  const name = page.getByLabel('Name');
  await expect(name).toHaveValue(member.name);
  const before = await stored(page);
  expect(before).toMatchObject({ token: member.token, org_id: expect.any(String), show: '1', theme: 'dark' });

  await context.setOffline(true);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(banner(page)).toBeVisible();
  expect(await stored(page)).toEqual({});
  await expect(page).toHaveURL('/settings/profile/general-info');

  await context.setOffline(false);
  await expect(banner(page)).toBeHidden();
  expect(await stored(page)).toEqual(before);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Name saved')).toBeVisible();
});

test('a reload without a connection loses nothing either', { tag: '@long' }, async ({ page, problems, member }) => {
  problems.expect(/^console: /);
  await enterAs(page, member);
  await page.goto('/plans');
  await expect(page.getByRole('heading', { level: 1, name: 'Plan and billing' })).toBeVisible();
  const before = await stored(page);

  await page.route('/api/**', (route) => route.abort('connectionrefused'));
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Can’t reach Sheaf' })).toBeVisible();
  await expect(banner(page)).toBeVisible();
  expect(await stored(page)).toEqual({});

  await page.unroute('/api/**');
  const heading = page.getByRole('heading', { level: 1, name: 'Plan and billing' });
  // The page also retries on its own every few seconds, and then the button is gone.
  await page.getByRole('button', { name: 'Try again' }).or(heading).click();
  await expect(heading).toBeVisible();
  expect(await stored(page)).toEqual(before);
});
