import { type Notification, notifications } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectFocus } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const shared: Notification = {
  id: idOf(61),
  kind: 'share',
  title: 'Ada shared 12 documents with you',
  message: null,
  request_id: null,
  path: '/collections',
  read: false,
  at: '2024-02-03T10:00:00Z',
};
const failed: Notification = {
  ...shared,
  id: idOf(62),
  kind: 'transfer_failed',
  title: 'Your transfer from Box to Dropbox failed',
  message: 'Dropbox is full.',
  path: '/switch-cloud',
  read: true,
};

const bell = () => screen.findByRole('button', { name: /^Notifications/ });
const panel = () => screen.findByRole('dialog', { name: 'Notifications' });
const listed = (all: Notification[]) =>
  answers(notifications.list, () => ({ notifications: all, unread: all.filter(({ read }) => !read).length }));

it('counts unread notifications, opens one and marks it as read', async () => {
  let all = [shared, failed];
  const { user, server, address } = openApp('/directory', {
    server: [
      answers(notifications.list, () => ({
        notifications: all,
        unread: all.filter(({ read }) => !read).length,
      })),
      answers(notifications.markRead, () => {
        all = all.map((one) => ({ ...one, read: true }));
        return { success: true as const };
      }),
    ],
  });
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  const rows = within(await panel()).getAllByRole('link', { name: /shared|transfer/ });
  expect(rows.map(({ textContent }) => textContent)).toEqual([
    'Ada shared 12 documents with you3 Feb 2024Unread',
    'Your transfer from Box to Dropbox failedDropbox is full.3 Feb 2024',
  ]);
  await expectFocus(() => rows[0]!);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(address()).toBe('/collections'));
  expect(server.callsOf(notifications.markRead).map(({ body }) => body)).toEqual([{ ids: [shared.id] }]);
  await screen.findByRole('button', { name: 'Notifications' });
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
});

it('marks all as read, and closes with Escape', async () => {
  const { user, server } = openApp('/directory', {
    server: [listed([shared]), answers(notifications.markRead, { success: true })],
  });
  await user.click(await screen.findByRole('button', { name: 'Notifications, 1 unread' }));
  server.now(listed([{ ...shared, read: true }]));
  await user.click(button('Mark all as read', await panel()));
  await screen.findByRole('button', { name: 'Notifications' });
  expect(server.callsOf(notifications.markRead).map(({ body }) => body)).toEqual([{ all: true }]);
  await waitFor(() => expect(screen.queryByText('Unread')).toBeNull());
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull());
  await expectFocus(() => screen.getByRole('button', { name: 'Notifications' }));
});

it('shows an empty list that leads to the settings', async () => {
  const { user, address } = openApp('/directory');
  await user.click(await bell());
  within(await panel()).getByText('No notifications yet');
  await user.click(screen.getByRole('link', { name: 'Notification settings' }));
  await waitFor(() => expect(address()).toBe('/settings/profile/notifications'));
});

it('offers to try again when the list fails to load', async () => {
  const { user, server } = openApp('/directory', { server: [refuses(notifications.list, { code: 'internal' })] });
  await user.click(await bell());
  await screen.findByText('Couldn’t load your notifications.');
  server.now(listed([shared]));
  await user.click(button('Try again', await panel()));
  await screen.findByText(shared.title);
});

it('saves how to notify, and reverts the choice when saving fails', async () => {
  const setting = { kind: 'share', name: 'Shared with you', meaning: 'Someone shares', channel: 'email' } as const;
  const { user, server } = openApp('/settings/profile/notifications', {
    server: [
      answers(notifications.settings, [setting]),
      answers(notifications.changeSettings, [{ ...setting, channel: 'digest' }]),
    ],
  });
  const choice = async () => (await screen.findByLabelText<HTMLSelectElement>('Shared with you')).value;
  expect(await choice()).toBe('email');
  await user.selectOptions(screen.getByLabelText('Shared with you'), 'In Sheaf and in a daily email');
  await screen.findByText('Notification settings saved');
  expect(server.callsOf(notifications.changeSettings).map(({ body }) => body)).toEqual([
    { channels: { share: 'digest' } },
  ]);
  server.now(refuses(notifications.changeSettings, { code: 'internal', message: 'Something went wrong' }));
  await user.selectOptions(screen.getByLabelText('Shared with you'), 'Off');
  await screen.findByText('Something went wrong');
  await waitFor(async () => expect(await choice()).toBe('digest'));
});
