import { type BulkBatch, bulk, type Document, documents, labels, sharing, transfers } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { plan, running } from '../../../testing/documents.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const file = (n: number): Document => ({ ...plan, id: idOf(100 + n), name: `file ${n}.txt` });
const pageSize = 20;
const all = Array.from({ length: 45 }, (_, n) => file(n + 1));

/** A list of three pages. */
const threePages = [
  documents.list,
  ({ path }: { path: string }) => {
    const page = Number(new URLSearchParams(path.split('?')[1]).get('page'));
    return Response.json({
      data: all.slice((page - 1) * pageSize, page * pageSize),
      pagination: { currentPage: page, perPage: pageSize, total: all.length },
    });
  },
] as const;

const toolbar = () => screen.findByRole('toolbar', { name: 'Selection' });
const open = () => openApp('/directory', { server: [threePages] });

it('keeps the selection while paging', async () => {
  const { user } = open();
  await user.click(await screen.findByLabelText('Select file 1.txt'));
  await user.click(screen.getByRole('button', { name: /page 2/i }));
  await user.click(await screen.findByLabelText('Select file 21.txt'));
  within(await toolbar()).getByText('2');
  await user.click(screen.getByRole('button', { name: /page 1/i }));
  expect(await screen.findByLabelText('Select file 1.txt')).toHaveProperty('checked', true);
  await user.click(button('Clear selection', await toolbar()));
  expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull();
});

it('labels a whole list in the background and shows progress', async () => {
  const { user, server } = open();
  const label = { id: idOf(80), name: 'Approved', color: '#2f9e44' as const };
  server.now(answers(labels.list, [{ ...label, documents: 0 } as never]), answers(bulk.start, running));
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  within(await toolbar()).getByText('45');
  await user.click(button('Add label', await toolbar()));
  const dialog = within(await screen.findByRole('dialog', { name: 'Manage labels' }));
  dialog.getByText('45 documents');
  await user.click(await dialog.findByLabelText('Approved'));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const tray = within(await screen.findByRole('list', { name: 'Actions in progress' }));
  tray.getByText('Updating 45 documents · 0%');
  expect(server.callsOf(bulk.start)[0]?.body).toEqual({
    query: {},
    action: 'tag',
    add_labels: [label.id],
    remove_labels: [],
    add_collections: [],
    remove_collections: [],
  });
  expect(screen.queryByRole('toolbar', { name: 'Selection' })).toBeNull();
  server.now(
    answers(bulk.cancel, {
      ...running,
      status: 'cancelled',
      changed: 3,
      can_undo: true,
      finished_at: running.created_at,
    }),
  );
  await user.click(tray.getByRole('button', { name: 'Cancel' }));
  await tray.findByText('Canceled: 3 documents updated');
  server.now(answers(bulk.undo, { ...running, status: 'undone', finished_at: running.created_at }));
  await user.click(tray.getByRole('button', { name: 'Undo' }));
  await tray.findByText('Undone');
  await user.click(tray.getByRole('button', { name: 'Close: Undone' }));
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Actions in progress' })).toBeNull());
});

it('shows batches in progress when a page opens, but not ended ones', async () => {
  const ended: BulkBatch = {
    ...running,
    id: idOf(91),
    status: 'completed',
    changed: 45,
    finished_at: running.created_at,
  };
  openApp('/directory', { server: [threePages, answers(bulk.list, [ended, running])] });
  const tray = within(await screen.findByRole('list', { name: 'Actions in progress' }));
  tray.getByText('Updating 45 documents · 0%');
  expect(tray.queryByText('45 documents updated')).toBeNull();
});

it('asks before a whole list goes to the trash', async () => {
  const { user, server } = open();
  server.now(answers(bulk.start, { ...running, action: 'delete', names: [] }));
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  await user.click(button('Delete', await toolbar()));
  const dialog = await screen.findByRole('dialog', { name: 'Move 45 documents to trash?' });
  within(dialog).getByText(/Files in other apps move to the trash of their app. What can’t be deleted is left out./);
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel', dialog)));
  await user.click(button('Move to trash', dialog));
  await screen.findByText('Moving to trash: 45 documents · 0%');
  expect(server.callsOf(bulk.start)[0]?.body).toEqual({ query: {}, action: 'delete' });
});

it('reports how many documents it deleted, and why others were left out', async () => {
  const { user, server } = openApp('/directory', { server: [threePages, answers(bulk.list, [running])] });
  const tray = within(await screen.findByRole('list', { name: 'Actions in progress' }));
  const reason = 'Emails and chats can’t be changed in Sheaf.';
  const ended = {
    ...running,
    action: 'delete' as const,
    status: 'cancelled' as const,
    finished_at: running.created_at,
  };
  server.now(
    answers(bulk.cancel, { ...ended, changed: 12, left_out: 3, left_out_reasons: [{ reason, count: 3 }], names: [] }),
  );
  await user.click(tray.getByRole('button', { name: 'Cancel' }));
  await tray.findByText('Canceled: 12 of 15 documents moved to trash');
  tray.getByText(`3 left out: ${reason}`);
});

it('downloads a whole list as a zip, and names what has no content', async () => {
  const { user, server } = open();
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href') ?? '');
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  server.now(answers(documents.zip, { local_path: 'zips/all', files: 43, bytes: 43, skipped: 2 }));
  await user.click(button('Download', await toolbar()));
  await screen.findByText('Skipped 2 documents with no content in Sheaf');
  expect(server.callsOf(documents.zip)[0]?.body).toEqual({ query: {} });
  click.mockRestore();
  expect(saved).toEqual(['/storage/zips/all']);
});

it('switches the cloud of a whole list from the chosen account', async () => {
  const { account, source } = plan;
  const { user, server, address } = open();
  const received = { id: idOf(23), name: 'Files of Bert', source, files: 1 };
  server.now(answers(transfers.myFiles, [{ id: account.id, name: account.name, source, files: 45 }, received]));
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  await user.click(button('Switch cloud', await toolbar()));
  await user.click(await screen.findByRole('radio', { name: /45 files here/ }));
  expect(await screen.findByRole('radio', { name: 'All 45 selected documents in this account' })).toHaveProperty(
    'checked',
    true,
  );
  screen.getByText(/Documents in other accounts, and those that aren’t yours, are left out./);
  expect(button('Continue').hasAttribute('disabled')).toBe(false);
  expect(address()).toContain('list_total=45');
  await user.click(screen.getByRole('radio', { name: 'Everything in this account' }));
  await waitFor(() => expect(address()).not.toContain('list_total'));
});

it('moves a whole folder into another, with a choice for existing names', async () => {
  const folder: Document = { ...plan, id: idOf(60), name: 'Archive', type: 'folder' };
  const { user, server } = openApp(`/directory?place=${plan.account.id}`, { server: [threePages] });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('file 2.txt') });
  server.now(answers(documents.list, ({ path }) => (path.includes('owner=shared') ? [] : [folder])));
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move 45 documents' });
  await user.click(await within(dialog).findByText('Archive'));
  await user.click(within(dialog).getByLabelText('If a name already exists'));
  await user.click(await screen.findByRole('option', { name: 'Skip' }));
  server.now(answers(bulk.start, { ...running, action: 'move', names: ['Archive'] }));
  await user.click(button('Move here', dialog));
  await screen.findByText('Moving 45 documents · 0%');
  await screen.findByText('Archive', { selector: '[data-tray] *' });
  expect(server.callsOf(bulk.start)[0]?.body).toEqual({
    query: { account_id: plan.account.id, parent_id: 'root' },
    action: 'move',
    parent_id: folder.id,
    account_id: plan.account.id,
    on_conflict: 'skip',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('copies a whole list to a folder in another place', async () => {
  const { account, source } = plan;
  const { user, server } = openApp(`/directory?place=${account.id}`, { server: [threePages] });
  const received = { id: idOf(23), name: 'Files of Bert', source, files: 1 };
  server.now(
    answers(transfers.myFiles, [{ id: account.id, name: account.name, source, files: 45 }, received]),
    answers(bulk.start, { ...running, action: 'copy', names: [received.name] }),
  );
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('file 2.txt') });
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  const dialog = await screen.findByRole('dialog', { name: 'Move 45 documents' });
  await user.click(button('All places', dialog));
  await user.click(await within(dialog).findByRole('button', { name: /^Files of Bert/ }));
  await user.click(button('Copy here', dialog));
  await screen.findByText('Copying 45 documents · 0%');
  expect(server.callsOf(bulk.start)[0]?.body).toEqual({
    query: { account_id: account.id, parent_id: 'root' },
    action: 'copy',
    parent_id: null,
    account_id: received.id,
    on_conflict: 'rename',
  });
});

it.each([
  { key: 'c', action: 'copy' as const, kept: 'copied', doing: 'Copying' },
  { key: 'x', action: 'move' as const, kept: 'cut', doing: 'Moving' },
])('pastes a whole list that was $kept', async ({ key, action, kept, doing }) => {
  const { user, server } = openApp('/directory?place=my-files', { server: [threePages] });
  server.now(answers(bulk.start, { ...running, action, names: ['My files'] }));
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  await user.keyboard(`{Control>}${key}{/Control}`);
  await screen.findByText(`45 items ${kept}. Open a folder and paste.`);
  await user.keyboard('{Control>}v{/Control}');
  await screen.findByText(`${doing} 45 documents · 0%`);
  expect(server.callsOf(bulk.start)[0]?.body).toEqual({
    query: { source_id: 'uploads', owner: 'me', parent_id: 'root' },
    action,
    parent_id: null,
  });
  await user.click(button('Upload'));
  await screen.findByRole('menuitem', { name: 'New folder' });
  expect(screen.queryAllByRole('menuitem', { name: 'Paste 45 items' })).toHaveLength(action === 'copy' ? 1 : 0);
});

it('refuses to move a list from several places, with the reason', async () => {
  const { user } = open();
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  await user.pointer({ keys: '[MouseRight]', target: screen.getByText('file 2.txt') });
  const move = await screen.findByRole('menuitem', { name: /Move/ });
  expect(move.title).toBe('These are in different places. Choose from one place at a time.');
});

it('shares a whole list with the chosen people', async () => {
  const { user, server } = open();
  const friend = { kind: 'user' as const, id: idOf(70), name: 'Fritz Friend', email: 'f@example.com', avatar: null };
  server.now(
    answers(sharing.candidates, [{ ...friend, members: null }]),
    answers(bulk.start, { ...running, action: 'share', names: [friend.name] }),
  );
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(await within(await toolbar()).findByRole('button', { name: 'Select all 45 documents' }));
  await user.click(button('Share', await toolbar()));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share 45 documents' }));
  dialog.getByText('Files that belong to others are left out.');
  await user.click(dialog.getByLabelText('Type to search'));
  await user.click(await dialog.findByRole('option', { name: /Fritz Friend/ }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await screen.findByText('Sharing 45 documents · 0%');
  expect(server.callsOf(bulk.start)[0]?.body).toEqual({ query: {}, action: 'share', inviting_ids: [friend.id] });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('opens a name in a new tab by its link, and selects on a plain click', async () => {
  const { user, address } = open();
  const link = await screen.findByRole('link', { name: 'file 1.txt' });
  expect(link.getAttribute('href')).toBe(`/directory?place=my-files&preview=${file(1).id}`);
  const before = address();
  await user.click(link);
  within(await toolbar()).getByText('1');
  expect(address()).toBe(before);
  // Keys act on rows.
  expect(document.activeElement).toBe(link.closest('[data-id]'));
  const followed: boolean[] = [];
  const note = (event: Event) => {
    followed.push(!event.defaultPrevented);
    event.preventDefault();
  };
  window.addEventListener('click', note, { once: true });
  await user.keyboard('{Control>}');
  await user.click(screen.getByRole('link', { name: 'file 2.txt' }));
  await user.keyboard('{/Control}');
  expect(followed).toEqual([true]);
  within(await toolbar()).getByText('1');
  await user.dblClick(link);
  await waitFor(() => expect(address()).toContain(`preview=${file(1).id}`));
});
