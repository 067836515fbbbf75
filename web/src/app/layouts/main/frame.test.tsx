import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectFocus } from '../../../testing/page.ts';
import { workspaceInfo } from '../../../testing/workspace.ts';
import linkClasses from '../../../ui/menus/menu-link.module.css';

const navigation = () => within(screen.getByRole('navigation', { name: 'Main' }));
const findProfileMenu = () => screen.findByRole('button', { name: /^Profile menu/ });

it('leads to each part of the app and marks the current one', async () => {
  const names = ['Directory', 'Collections', 'AI chat', 'Switch cloud'];
  const { user, back } = openApp('/directory');
  await screen.findByRole('navigation', { name: 'Main' });
  expect(
    navigation()
      .getAllByRole('link')
      .map(({ textContent }) => textContent),
  ).toEqual(names);
  const heading = () => screen.getByRole('heading', { level: 1 }).textContent;
  for (const name of names.toReversed()) {
    const link = navigation().getByRole('link', { name });
    await user.click(link);
    await waitFor(() => expect(heading()).toBe(name));
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'));
    await waitFor(() => expect(document.title).toBe(`${name} · Sheaf`));
  }
  back();
  await waitFor(() => expect(heading()).toBe('Collections'));
});

it('remembers a folded sidebar', async () => {
  const sidebar = () => screen.getByRole('complementary').textContent;
  const first = openApp('/directory');
  await first.user.click(await screen.findByRole('button', { name: 'Hide menu' }));
  expect(sidebar()).not.toContain('Collections');
  expect(navigation().getByRole('link', { name: 'Collections' })).toBeDefined();
  first.close();

  const { user } = openApp('/directory');
  await screen.findByRole('button', { name: 'Show menu' });
  expect(sidebar()).not.toContain('Collections');
  await user.click(button('Show menu'));
  expect(sidebar()).toContain('Collections');
});

it('leads from the profile menu to team, apps, plan and settings', async () => {
  const { user, address } = openApp('/directory');
  const links = { Team: '/members', Apps: '/apps', Plan: '/plans', Settings: '/settings/profile/general-info' };
  for (const [name, path] of Object.entries(links)) {
    await user.click(await findProfileMenu());
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(address()).toBe(path));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }
});

it('leads from the workspace menu to members, apps, plan and settings, and marks the page that is open', async () => {
  const { user, address } = openApp('/directory');
  const links = { Members: '/members', Apps: '/apps', Plan: '/plans', Settings: '/settings/profile/general-info' };
  const openMenu = async () => user.click(await screen.findByRole('button', { name: /^Workspace: / }));
  for (const [name, path] of Object.entries(links)) {
    await openMenu();
    await user.click(await screen.findByRole('menuitem', { name }));
    await waitFor(() => expect(address()).toBe(path));
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    await openMenu();
    const items = await screen.findAllByRole('menuitem');
    const marked = items.filter((item) => item.matches(`.${linkClasses.link}[data-status="active"]`));
    expect(marked).toEqual([screen.getByRole('menuitem', { name })]);
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  }
});

it('opens the dialog for connecting an app, and returns the focus to its button', async () => {
  const { user } = openApp('/plans');
  const banner = await screen.findByRole('banner');
  await user.click(button('Add app', banner));
  const dialog = await screen.findByRole('dialog', { name: 'Connect an app' });
  await within(dialog).findByText(/Connect apps to centralize and sync content/);
  await user.click(button('Close', dialog));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await expectFocus(() => button('Add app', banner));
});

it('shows guests neither transfers, members and apps nor what the workspace uses', async () => {
  const { user, go } = openApp('/plans', { server: [workspaceInfo({ role: 'guest' })] });
  await screen.findByText('Only owners can change the plan.');
  expect(screen.queryAllByRole('progressbar')).toEqual([]);
  expect(navigation().queryByRole('link', { name: 'Switch cloud' })).toBeNull();
  await user.click(screen.getByRole('button', { name: /^Workspace: / }));
  const links = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  expect(links).toEqual(['Plan', 'Settings', 'Add organization']);
  await user.keyboard('{Escape}');
  await go('/switch-cloud');
  await screen.findByText('Guests can’t transfer files');
});
