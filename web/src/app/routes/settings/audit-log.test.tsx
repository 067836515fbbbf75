import { type AuditEvent, audit } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { answers, type Received, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, fill } from '../../../testing/page.ts';
import { idOf, workspaceInfo } from '../../../testing/workspace.ts';

const bob = { id: idOf(7), name: 'Bob Stone', email: 'bob@example.com' };

const event = (n: number, change: Partial<AuditEvent> = {}): AuditEvent => ({
  id: idOf(100 + n),
  at: '2026-11-18T04:00:00.000Z',
  actor: bob,
  api_key: null,
  action: 'signed_in',
  object: null,
  details: {},
  ip: '198.51.100.7',
  device: 'Firefox on Linux',
  ...change,
});

const shared = event(1, {
  action: 'shared',
  object: { kind: 'document', id: idOf(9), name: 'Budget.xlsx' },
  details: { with: ['Ada Lovelace'] },
});

const asked = (call: Received) => Object.fromEntries(new URL(call.path, 'http://localhost').searchParams);

it('describes events in sentences, with details when opened', async () => {
  const { user } = openApp('/settings/audit-log', {
    server: [answers(audit.list, { events: [shared, event(2)], next: null })],
  });
  const list = await screen.findByRole('list', { name: 'Events' });
  const row = within(list).getByRole('button', { name: /Bob Stone shared “Budget.xlsx” with Ada Lovelace/ });
  expect(row.getAttribute('aria-expanded')).toBe('false');
  row.focus();
  await user.keyboard('{Enter}');
  expect(row.getAttribute('aria-expanded')).toBe('true');
  expect(within(list).getByText('198.51.100.7')).toBeDefined();
  expect(within(list).getByText('Bob Stone (bob@example.com)')).toBeDefined();
});

it('filters by person, action and days, and exports the filtered log', async () => {
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, server, address } = openApp('/settings/audit-log', {
    server: [
      answers(audit.people, [bob]),
      answers(audit.list, { events: [shared], next: null }),
      answers(audit.export, { local_path: 'audit-logs/1?v=2' }),
    ],
  });
  await screen.findByRole('list', { name: 'Events' });
  await user.click(screen.getByRole('combobox', { name: 'Person' }));
  await user.click(await screen.findByRole('option', { name: /Bob Stone/ }));
  await user.click(screen.getByRole('combobox', { name: 'Action' }));
  await user.click(await screen.findByRole('option', { name: 'Shared' }));
  fill(screen.getByLabelText('From'), '2026-11-01');
  fill(screen.getByLabelText('To'), '2026-11-18');
  await waitFor(() => expect(address()).toContain('from=2026-11-01&to=2026-11-18'));
  const filters = {
    actor: bob.id,
    action: 'shared',
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 19).toISOString(),
  };
  await waitFor(() => expect(asked(server.callsOf(audit.list).at(-1)!)).toEqual(filters));
  await user.click(button('Export CSV'));
  await waitFor(() => expect(saved).toHaveBeenCalled());
  expect(server.callsOf(audit.export)).toMatchObject([{ body: { format: 'csv', ...filters } }]);
  await user.click(button('Clear filters'));
  await waitFor(() => expect(asked(server.callsOf(audit.list).at(-1)!)).toEqual({}));
  expect(address()).toBe('/settings/audit-log');
  saved.mockRestore();
});

it('keeps its filters in the address, so that links and reloads show the same events', async () => {
  const link = `/settings/audit-log?actor=${bob.id}&action=shared&from=2026-11-01&to=2026-11-18`;
  const { user, server, address } = openApp(link, {
    server: [answers(audit.people, [bob]), answers(audit.list, { events: [shared], next: null })],
  });
  await screen.findByRole('list', { name: 'Events' });
  expect(asked(server.callsOf(audit.list)[0]!)).toEqual({
    actor: bob.id,
    action: 'shared',
    from: new Date(2026, 10, 1).toISOString(),
    to: new Date(2026, 10, 19).toISOString(),
  });
  expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Action' }).value).toBe('Shared');
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('2026-11-01');
  await user.click(screen.getByRole('combobox', { name: 'Action' }));
  await user.click(await screen.findByRole('option', { name: 'Invited' }));
  await waitFor(() => expect(address()).toBe(link.replace('shared', 'invited')));
  // A year that is still being typed.
  fill(screen.getByLabelText('From'), '0002-11-01');
  await waitFor(() => expect(address()).not.toContain('from='));
  expect(screen.getByLabelText<HTMLInputElement>('From').value).toBe('0002-11-01');
});

it('shows when nothing matches and when nothing has happened yet', async () => {
  openApp('/settings/audit-log');
  await screen.findByRole('heading', { name: 'No events yet' });
  fill(screen.getByLabelText('From'), '2026-11-01');
  await screen.findByText('No events match these filters');
});

it('offers to try again when the log can’t be loaded', async () => {
  const { user, server } = openApp('/settings/audit-log', { server: [refuses(audit.list, { code: 'internal' })] });
  const retry = await screen.findByRole('button', { name: 'Try again' }, { timeout: 20_000 });
  server.now(answers(audit.list, { events: [shared], next: null }));
  await user.click(retry);
  await screen.findByRole('list', { name: 'Events' });
});

it('is available to owners and admins only', async () => {
  openApp('/settings/audit-log', { server: [workspaceInfo({ role: 'member' })] });
  await screen.findByRole('heading', { name: 'Only owners and admins can see the audit log' });
  expect(screen.queryByRole('link', { name: 'Audit log' })).toBeNull();
});
