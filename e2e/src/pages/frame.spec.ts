import type { Page } from '@playwright/test';
import { organizations } from '@sheaf/contract';
import { enterAs, newPerson } from '../setup/people.ts';
import { expect, stored, test, tick } from '../setup/test.ts';

const openProfileMenu = (page: Page) => page.getByRole('button', { name: /^Profile menu/ }).click();
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const NAMES = ['Directory', 'Collections', 'AI chat', 'Switch cloud'];

test.describe('with somebody signed in', () => {
  test.beforeEach(({ page, member }) => enterAs(page, member));

  test('the sidebar leads to each part and shows where one is', async ({ page }) => {
    await page.goto('/directory');
    await expect(navigation(page).getByRole('link')).toHaveText(NAMES);
    for (const name of NAMES.toReversed()) {
      const link = navigation(page).getByRole('link', { name });
      await link.click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
      await expect(link).toHaveAttribute('aria-current', 'page');
      await expect(page).toHaveTitle(`${name} · Sheaf`);
    }
    await page.goBack();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Collections');
  });

  test('the folded sidebar is remembered', async ({ page }) => {
    await page.goto('/directory');
    await page.getByRole('button', { name: 'Hide menu' }).click();
    const sidebar = page.getByRole('complementary');
    await expect(sidebar).not.toContainText('Collections');
    await expect(navigation(page).getByRole('link', { name: 'Collections' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('button', { name: 'Show menu' })).toBeVisible();
    await expect(sidebar).not.toContainText('Collections');
    await page.getByRole('button', { name: 'Show menu' }).click();
    await expect(sidebar).toContainText('Collections');
  });

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

  test('the profile menu leads to team, apps, plan and settings', async ({ page }) => {
    await page.goto('/directory');
    const links = { Team: '/members', Apps: '/apps', Plan: '/plans', Settings: '/settings/profile/general-info' };
    for (const [name, path] of Object.entries(links)) {
      await openProfileMenu(page);
      await page.getByRole('menuitem', { name, exact: true }).click();
      await expect(page).toHaveURL(path);
      await expect(page.getByRole('menu')).toBeHidden();
    }
  });

  test('the theme can be chosen and is remembered', async ({ page }) => {
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

  test("'Add app' opens the dialog for connecting one", async ({ page }) => {
    await page.goto('/plans');
    const button = page.getByRole('banner').getByRole('button', { name: 'Add app' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Connect an app' });
    await expect(dialog.getByText('Connect apps to centralize and sync content')).toBeVisible();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await expect(dialog).toBeHidden();
    await expect(button).toBeFocused();
  });

  test('the first stop of the keyboard jumps over the menu', async ({ page }) => {
    await page.goto('/directory');
    await expect(page.getByRole('heading', { level: 1, name: 'Directory' })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });

  test('a page that breaks leaves the frame, and ways out', async ({ page, problems, member }) => {
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
    await main.getByRole('link', { name: 'Go home' }).click();
    await expect(page).toHaveURL('/directory');
    await expect(main.getByRole('heading', { name: 'Something went wrong' })).toBeHidden();
  });
});

test('switching the account reloads the page in that organisation', async ({ page }) => {
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

test.describe('onboarding', () => {
  const STEPS = [
    ['Personalization', 0],
    ['Edit workspace', 40],
    ['Select plan', 40],
    ['Select card', 40],
    ['Review and pay', 40],
    ['Select industry', 60],
    ['Connect apps', 80],
  ] as const;
  const modal = (page: Page) => page.getByRole('dialog', { name: 'Welcome to Sheaf' });

  test('is offered until it is declined', async ({ page, member }) => {
    await enterAs(page, member, {});
    await page.goto('/directory');
    await expect(modal(page).getByRole('listitem')).toHaveCount(4);
    for (const name of ['Personalization', 'Edit workspace', 'Select industry', 'Connect apps']) {
      await expect(modal(page).getByRole('link', { name })).toBeVisible();
    }
    const decline = modal(page).getByLabel("Don't show this next time");
    await tick(decline);
    expect(await stored(page)).toHaveProperty('show', '1');
    await tick(decline, false);
    expect(await stored(page)).toHaveProperty('show', '0');
    await tick(decline);
    await modal(page).getByRole('button', { name: 'Close' }).click();
    await expect(modal(page)).toBeHidden();

    // Another tab is another session; see welcome.spec.ts for the same one.
    const tab = await page.context().newPage();
    await tab.goto('/directory');
    await expect(tab.getByRole('button', { name: /Upload/ })).toBeVisible();
    await expect(modal(tab)).toBeHidden();
  });

  test('leads into the guide, whose sidebar counts the steps', async ({ page }) => {
    await enterAs(page, await newPerson(), {});
    await page.goto('/directory');
    await modal(page).getByRole('link', { name: 'Select a plan' }).click();
    await expect(page).toHaveURL('/onboarding?step=3');

    const sidebar = page.getByRole('complementary', { name: 'Progress' });
    for (const [index, [name, percent]] of STEPS.entries()) {
      await sidebar.getByRole('link', { name }).click();
      await expect(page).toHaveURL(`/onboarding?step=${index + 1}`);
      await expect(sidebar.getByText(`${percent}% complete`)).toBeVisible();
      await expect(sidebar.getByRole('listitem')).toHaveCount(STEPS.length);
      await expect(sidebar.locator('[aria-current]')).toContainText(name);
      await expect(sidebar.getByRole('img', { name: 'Completed' })).toHaveCount(index);
    }
    await page.getByRole('main').getByRole('button', { name: 'Continue' }).click();
    await expect(page).toHaveURL('/onboarding?step=8');
    await expect(sidebar).toBeHidden();
    await page.getByRole('link', { name: 'Go to Directory' }).click();
    await expect(page).toHaveURL('/directory');
  });
});
