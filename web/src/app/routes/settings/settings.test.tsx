import { apiKeys, user as calls } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { formatMoment } from '../../../lib/format/format.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectDescription, expectFocus, expectMessage, fill } from '../../../testing/page.ts';
import { idOf, person, workspaceInfo } from '../../../testing/workspace.ts';

const NEW_PASSWORD = 'another password';

it('shows an error for an invalid, a taken and the current email', async () => {
  const taken = 'taken@example.com';
  const { user, server } = openApp('/settings/profile/email-settings', {
    server: [answers(calls.checkEmail, ({ body }) => ({ available: (body as { email: string }).email !== taken }))],
  });
  const refuse = (message: string) =>
    server.now(refuses(calls.changeEmail, { code: 'validation_failed', errors: { new_email: [message] } }));
  const field = () => screen.getByLabelText('New email');

  await user.click(await screen.findByRole('button', { name: 'Send code' }));
  await expectDescription(field, 'This is required');
  fill(screen.getByLabelText('Current password'), 'correct horse battery');
  await expectMessage('New email', 'nobody', 'Must be a valid email');
  await expectMessage('New email', taken, 'This email already has an account');
  await expectMessage('New email', 'new@example.com', undefined);

  refuse('This email already has an account');
  fill(field(), taken);
  await user.keyboard('{Enter}');
  await waitFor(() => expect(server.callsOf(calls.changeEmail)).toHaveLength(1));
  await expectDescription(field, 'This email already has an account');
  refuse('This is already your email');
  fill(field(), person.email);
  await user.keyboard('{Enter}');
  await expectDescription(field, 'This is already your email');
});

it('shows password errors when the field loses focus and when the form is sent', async () => {
  const { user } = openApp('/settings/profile/password-security');
  await user.click(await screen.findByRole('button', { name: 'Change password' }));
  expect(await screen.findAllByText('This is required')).toHaveLength(3);
  await expectFocus(() => screen.getByLabelText('Current password'));
  await expectMessage('Current password', '1234567', 'Too short');
  await expectMessage('New password', '1234567', 'Too short');
  await expectMessage('New password', NEW_PASSWORD, undefined);
  await expectMessage('Repeat new password', '1234567', 'Too short');
  await expectMessage('Repeat new password', `${NEW_PASSWORD}!`, "Don't match");
  await expectMessage('Repeat new password', NEW_PASSWORD, undefined);
});

it('leads from each page of the settings to the others', async () => {
  const { user, address } = openApp('/settings');
  const pages = {
    Email: '/settings/profile/email-settings',
    'Password and security': '/settings/profile/password-security',
    Notifications: '/settings/profile/notifications',
    Workspace: '/settings/workspace',
    'Audit log': '/settings/audit-log',
    'General info': '/settings/profile/general-info',
  };
  const settings = await screen.findByRole('navigation', { name: 'Settings' });
  for (const [name, path] of Object.entries(pages)) {
    const link = within(settings).getByRole('link', { name });
    await user.click(link);
    await waitFor(() => expect(address()).toBe(path));
    await waitFor(() => expect(link.getAttribute('aria-current')).toBe('page'));
  }
});

it('shows what is missing before an API key is created', async () => {
  const created = {
    id: idOf(9),
    name: 'Nightly backup',
    scopes: ['read' as const],
    prefix: 'sheaf_abcd',
    last_four: 'wxyz',
    created_at: '2026-01-01T00:00:00Z',
    last_used_at: null,
    expires_at: null,
  };
  const wrong = { current_password: ['This isn’t your current password'] };
  const { user, server } = openApp('/settings/profile/password-security', {
    server: [refuses(apiKeys.create, { code: 'validation_failed', errors: wrong })],
  });
  await user.click(await screen.findByRole('button', { name: 'Create API key' }));
  const dialog = await screen.findByRole('dialog', { name: 'Create API key' });
  const field = (name: string) => within(dialog).getByLabelText(name);
  const send = () => user.click(button('Create API key', dialog));
  await expectFocus(() => field('Name'));
  await send();
  expect(await within(dialog).findAllByText('This is required')).toHaveLength(2);
  fill(field('Name'), 'Nightly backup');
  await user.click(field('Read'));
  fill(field('Current password'), 'not the password');
  await send();
  await within(dialog).findByText('Choose at least one');
  expect(server.callsOf(apiKeys.create)).toEqual([]);
  await user.click(field('Read'));
  await send();
  await within(dialog).findByText('This isn’t your current password');

  server.now(answers(apiKeys.create, { ...created, key: `sheaf_${'a'.repeat(49)}` }));
  fill(field('Current password'), 'correct horse battery');
  await send();
  await screen.findByRole('dialog', { name: 'Copy your API key' });
});

it('explains to the only owner what to do before leaving, and offers no way to leave', async () => {
  openApp('/settings/workspace');
  await screen.findByText('You’re the only owner, so you can’t leave yet.');
  expect(screen.queryByRole('button', { name: 'Leave workspace' })).toBeNull();
});

it('shows when this server was last backed up, if it has backups', async () => {
  const at = '2024-02-03T10:00:00.000Z';
  openApp('/settings/workspace', { server: [workspaceInfo({ last_backup_at: at })] });
  await screen.findByText('Last backup of this server');
  screen.getByText(formatMoment(at));
});
