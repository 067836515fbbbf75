import { type Document, documents, type SourceAccount, sources } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { accountAt } from '../../../testing/accounts.ts';
import { plan } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectFocus } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const gmail = accountAt('gmail', 'Gmail', {
  id: idOf(31),
  source: { id: 'gmail', slug: 'gmail', name: 'Gmail', holds: 'chats' },
  name: 'anna@example.com',
  last_synced_at: new Date(Date.now() - 150_000).toISOString(),
});

const letter: Document = {
  ...plan,
  id: idOf(32),
  name: 'Wheat',
  type: 'mail',
  size: null,
  account: { id: gmail.id, name: gmail.name, display_name: null },
  source: { slug: 'gmail', name: 'Gmail' },
  conversation: {
    kind: 'mail',
    messages: 2,
    unread: 0,
    flagged: false,
    attachments: 0,
    people: ['Chen Wei', 'Dana Moreau'],
    others: 0,
    first_at: '2026-01-01T00:00:00Z',
  },
};

const place = `/directory?place=${gmail.id}`;
const open = (account: Partial<SourceAccount>, list: Document[] = []) =>
  openApp(place, { server: [answers(sources.accounts, [{ ...gmail, ...account }]), answers(documents.list, list)] });
const headings = () => screen.getAllByRole('columnheader').flatMap(({ textContent }) => textContent || []);

it('shows the place with its account, its sync state and the actions for it', async () => {
  const { user, server } = open({}, [letter]);
  server.now(answers(sources.syncNow, { batch_id: idOf(33) }));
  const heading = await screen.findByRole('heading', { level: 1, name: 'Gmail' });
  const main = within(heading.closest('main')!);
  main.getByText('anna@example.com');
  main.getByText('Synced 2 minutes ago');
  await user.click(button('Sync settings'));
  await screen.findByRole('dialog', { name: 'Sync settings' });
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(button('Sync now'));
  await waitFor(() => expect(server.callsOf(sources.syncNow)).toHaveLength(1));
});

it('shows the sender below the name and the columns that differ, and remembers chosen columns', async () => {
  const first = open({}, [letter]);
  const row = (await screen.findByText('Chen Wei, Dana Moreau · 2 messages')).closest('tr')!;
  expect(within(row).getByText('Wheat')).toBeDefined();
  expect(headings()).toEqual(['Name', 'Last update', 'Actions']);
  await first.user.click(button('Columns'));
  await first.user.click(await screen.findByRole('menuitemcheckbox', { name: 'Owner' }));
  await first.user.click(screen.getByRole('menuitemcheckbox', { name: 'Last update' }));
  await waitFor(() => expect(headings()).toEqual(['Name', 'Owner', 'Actions']));
  first.close();

  const { user } = open({}, [letter]);
  await screen.findByRole('grid', { name: 'Documents' });
  expect(headings()).toEqual(['Name', 'Owner', 'Actions']);
  await user.click(button('Columns'));
  await user.click(await screen.findByRole('menuitem', { name: 'Choose automatically' }));
  await waitFor(() => expect(headings()).toEqual(['Name', 'Last update', 'Actions']));
});

it.each<[string, Partial<SourceAccount>, string]>([
  ['Not synced yet', { last_synced_at: null }, 'Choose what to sync'],
  ['Syncing the first files', { status: 'syncing' }, 'Sync settings'],
  ['Couldn’t sync Gmail', { status: 'error', problem: 'Gmail doesn’t answer.' }, 'Sync now'],
  ['Gmail needs to be reconnected', { status: 'needs_reauth' }, 'Reconnect'],
  ['No files yet', {}, 'Sync now'],
])('shows for an empty account: %s', async (title, account, action) => {
  open(account);
  const state = (await screen.findByRole('heading', { level: 2, name: title })).parentElement!;
  expect(button(action, state)).toBeDefined();
});

it('distinguishes a filter without matches from a list that failed to load', async () => {
  const { user, server, go } = openApp('/directory?type=jpg');
  const none = (await screen.findByText('No files match these filters.')).parentElement!;
  await user.click(button('Clear filters', none));
  await screen.findByRole('heading', { name: 'No files yet' });
  server.now(refuses(documents.list, { code: 'unavailable' }));
  await go('/directory?place=shared');
  const failed = (await screen.findByRole('heading', { name: 'Couldn’t load your documents' })).parentElement!;
  server.now(answers(documents.list, []));
  await user.click(button('Try again', failed));
  await screen.findByRole('heading', { name: 'Nothing shared with you yet' });
});

it('leads to the search with /, and lists the shortcuts with ?', async () => {
  const { user } = open({}, [letter]);
  await screen.findByText('Wheat');
  const field = screen.getByRole('combobox', { name: 'Search documents' });
  await user.keyboard('/');
  await expectFocus(() => field);
  await user.keyboard('?/');
  expect(field).toHaveProperty('value', '?/');
  await user.clear(field);
  field.blur();
  await user.keyboard('?');
  const sheet = within(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' }));
  sheet.getByText('Select all on this page');
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('uploads to the open account, or explains why it can’t', async () => {
  const dropbox: Partial<SourceAccount> = {
    slug: 'dropbox',
    source: { id: 'dropbox', slug: 'dropbox', name: 'Dropbox', holds: 'files' },
  };
  const onTheWay: Document = {
    ...letter,
    name: 'plan.txt',
    type: 'text',
    conversation: null,
    source: { slug: 'dropbox', name: 'Dropbox' },
    uploading: { sent: 0 },
  };
  const first = open(dropbox, [onTheWay]);
  const row = (await screen.findByText('plan.txt')).closest('tr')!;
  within(row).getByRole('img', { name: 'Uploading to Dropbox…' });
  await first.user.click(button('Upload'));
  await screen.findByText('To Dropbox');
  first.close();

  const reason = 'This account isn’t connected. Reconnect it to change its files.';
  open({ ...dropbox, cannot: { change: reason, move: reason, add: reason, delete: reason, restore: reason } }, [
    onTheWay,
  ]);
  await screen.findByText('plan.txt');
  expect(button('Upload')).toMatchObject({ disabled: true, title: reason });
});

it('offers no uploads to a mailbox', async () => {
  open({}, [letter]);
  await screen.findByText('Wheat');
  expect(screen.queryByRole('button', { name: 'Upload' })).toBeNull();
});
