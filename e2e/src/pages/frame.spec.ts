import type { Page } from '@playwright/test';
import { organizations } from '@sheaf/contract';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, stored, test } from '../setup/test.ts';

const openProfileMenu = (page: Page) => page.getByRole('button', { name: /^Profile menu/ }).click();
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const NAMES = ['Directory', 'Collections', 'AI chat', 'Switch cloud'];

test.describe('with somebody signed in', () => {
  test.beforeEach(({ page, member }) => enterAs(page, member));

  test('phones have the same menu in a drawer', { tag: '@phone' }, async ({ page }) => {
    await page.goto('/directory');
    await expect(page.getByRole('button', { name: 'Hide menu' })).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    const drawer = page.getByRole('dialog');
    await expect(navigation(page).getByRole('link')).toHaveText(NAMES);
    await drawer.getByRole('link', { name: 'AI chat' }).click();
    await expect(page).toHaveURL('/ai-chat');
    await expect(drawer).toBeHidden();
    await page.getByRole('button', { name: 'Open menu' }).click();
    await expect(drawer).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(drawer).toBeHidden();
  });

  test('the search is aligned with the content and above the title of every page', { tag: '@long' }, async ({
    page,
  }) => {
    const boxOf = async (role: 'search' | 'heading' | 'main', options = {}) =>
      (await page.getByRole(role, options).boundingBox())!;
    for (const [path, title] of [
      ['/directory', 'Directory'],
      ['/collections', 'Collections'],
      ['/plans', 'Plan and billing'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
      const [search, heading, main] = [
        await boxOf('search'),
        await boxOf('heading', { level: 1 }),
        await boxOf('main'),
      ];
      expect(search.x - main.x, path).toBe(24);
      expect(heading.y, path).toBeGreaterThan(search.y + search.height);
    }
  });

  test('the profile menu has everything', { tag: '@looks' }, async ({ page, member }) => {
    await page.goto('/directory');
    await openProfileMenu(page);
    const menu = page.getByRole('menu');
    await expect(menu.getByText(member.name, { exact: true })).toBeVisible();
    await expect(menu.getByText(member.email)).toBeVisible();
    await expect(menu.getByText('Switch account')).toBeVisible();
    const workspace = menu.getByRole('menuitemradio', { name: `${member.name}'s workspace` });
    await expect(workspace).toBeChecked();
    await expect(menu.getByRole('menuitem', { name: 'Add organization' })).toBeVisible();
    for (const name of ['Light', 'Dark', 'System']) {
      await expect(menu.getByRole('menuitemradio', { name })).toBeVisible();
    }
    const privacy = menu.getByRole('menuitem', { name: 'Privacy policy' });
    await expect(privacy).toHaveAttribute('href', '/privacy');
    await expect(privacy).toHaveAttribute('rel', /noopener/);
    await expect(menu.getByRole('menuitem', { name: 'Sign out' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(menu).toBeHidden();
    await expect(page.getByRole('button', { name: /^Profile menu/ })).toBeFocused();
  });

  test('the theme can be chosen and is remembered', { tag: '@long' }, async ({ page }) => {
    const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.goto('/directory');
    await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
    const light = await background();
    await openProfileMenu(page);
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(background).not.toBe(light);
    expect(await stored(page)).toHaveProperty('theme', 'dark');
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
    expect(await background()).not.toBe(light);

    await openProfileMenu(page);
    await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeChecked();
    await page.getByRole('menuitemradio', { name: 'System' }).click();
    await expect.poll(background).toBe(light);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(background).not.toBe(light);
  });

  test('the first Tab stop skips the menu', { tag: '@long' }, async ({ page }) => {
    await page.goto('/directory');
    await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('a page that crashes keeps the frame, and offers ways out', { tag: '@long' }, async ({
    page,
    problems,
    member,
  }) => {
    problems.expect(/^console: /, /^thrown: /);
    const { data } = await member.call(organizations.info);
    await page.route('/api/organization/user/info', (route) =>
      route.fulfill({ json: { data: { ...data, subscription: { plan: 'free' } } } }),
    );
    await page.goto('/plans');
    const main = page.getByRole('main');
    await expect(main.getByRole('heading', { name: 'Something went wrong' })).toBeVisible();
    await expect(navigation(page)).toBeVisible();
    await expect(main.getByRole('button', { name: 'Try again' })).toBeVisible();
    await expect(main.getByRole('button', { name: 'Sign out' })).toBeVisible();

    await page.unroute('/api/organization/user/info');
    await main.getByRole('link', { name: 'Go to Directory' }).click();
    await expect(page).toHaveURL('/directory');
    await expect(main.getByRole('heading', { name: 'Something went wrong' })).toBeHidden();
  });
});

test('switching the account reloads the page in that organization', async ({ page }) => {
  const person = await newPerson();
  const { data: second } = await person.call(organizations.create, { body: { name: 'Second Organisation' } });
  await enterAs(page, person);
  await page.goto('/settings/workspace');
  await expect(page.getByRole('main').getByLabel('Name')).toHaveValue(`${person.name}'s workspace`);
  await openProfileMenu(page);
  await page.getByRole('menuitemradio', { name: second.name }).click();
  await expect(page).toHaveURL('/directory');
  expect(await stored(page)).toHaveProperty('new_org_id', second.id);
  await openProfileMenu(page);
  await expect(page.getByRole('menuitemradio', { name: second.name })).toBeChecked();
});
