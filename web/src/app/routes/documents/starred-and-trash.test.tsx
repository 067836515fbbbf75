import { type Document, documents, stars, trash } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const done = { success: true } as const;
const deleted = { at: '2026-11-18T00:00:00Z', until: '2026-12-18T00:00:00Z', contents: 0 };
const letters: Document = { ...plan, id: idOf(41), name: 'Letters', type: 'folder', size: null };
const gone: Document[] = [
  { ...plan, deleted },
  { ...letters, location: [{ id: idOf(42), name: 'Archive' }], deleted: { ...deleted, contents: 12 } },
];
const account = { account: plan.account, source: plan.source, items: 2, bytes: 2048 };
const openTrash = (list: Document[] = gone) =>
  openApp('/directory?place=trash', {
    server: [answers(documents.list, list), answers(trash.accounts, list.length > 0 ? [account] : [])],
  });
const toolbar = () => screen.findByRole('toolbar', { name: 'Selection' });
const choose = async (user: ReturnType<typeof openApp>['user'], name: string) =>
  user.click(await screen.findByLabelText(`Select ${name}`));

it('stars the chosen documents, marks their rows, and removes the star again', async () => {
  const { user, server } = openApp('/directory', {
    server: [answers(documents.list, [plan]), answers(stars.set, done)],
  });
  await choose(user, 'plan.txt');
  server.now(answers(documents.list, [{ ...plan, starred: true }]));
  await user.click(button('Add star', await toolbar()));
  await screen.findByRole('img', { name: 'Starred' });
  expect(server.callsOf(stars.set)[0]?.body).toEqual({ document_ids: [plan.id], starred: true });
  server.now(answers(documents.list, [plan]));
  screen.getByRole('row', { name: /plan\.txt/ }).focus();
  await user.keyboard('s');
  await waitFor(() => expect(screen.queryByRole('img', { name: 'Starred' })).toBeNull());
  expect(server.callsOf(stars.set)[1]?.body).toEqual({ document_ids: [plan.id], starred: false });
});

it('stars from the preview', async () => {
  const { user, server } = openApp(`/directory?preview=${plan.id}`, {
    server: [
      answers(documents.list, [plan]),
      answers(documents.get, planDetails),
      answers(documents.sources, []),
      answers(documents.open, done),
      answers(stars.set, done),
    ],
  });
  const preview = await screen.findByRole('dialog', { name: 'plan.txt' });
  server.now(answers(documents.get, { ...planDetails, starred: true }), answers(documents.sources, []));
  await user.click(await within(preview).findByRole('button', { name: 'Add star' }));
  await within(preview).findByRole('button', { name: 'Remove star' });
  expect(server.callsOf(stars.set)[0]?.body).toEqual({ document_ids: [plan.id], starred: true });
});

it('lists Starred and Trash among the places, with a message when empty', async () => {
  const { user } = openTrash([]);
  await screen.findByRole('heading', { name: 'Trash is empty' });
  expect(screen.queryByRole('button', { name: 'Empty trash' })).toBeNull();
  const places = within(screen.getByRole('navigation', { name: 'Places' }));
  await user.click(places.getByRole('link', { name: 'Starred' }));
  await screen.findByRole('heading', { name: 'No starred files yet' });
  places.getByRole('link', { name: 'Trash' });
});

it('shows for items in the trash where they were, what they contain and when they are deleted for good', async () => {
  openTrash();
  const row = within((await screen.findByLabelText('Select Letters')).closest('tr')!);
  row.getByText('18 Dec 2026');
  row.getByText('12 items');
  expect(row.getByTitle('My files › Archive').closest('a')).toBeNull();
  await screen.findByText('Items are deleted for good after 30 days. Until then they use 2.00 KB of your storage.');
});

it('restores several at once, and offers that instead of opening', async () => {
  const { user, server } = openTrash();
  server.now(answers(documents.restore, done));
  await user.dblClick(await screen.findByTitle('plan.txt'));
  await screen.findByText('“plan.txt” is in the trash. Restore it to open it.');
  await choose(user, 'Letters');
  const bar = await toolbar();
  expect(within(bar).queryByRole('button', { name: 'Share' })).toBeNull();
  server.now(answers(documents.list, []), answers(trash.accounts, []));
  await user.click(button('Restore', bar));
  await screen.findByText('2 documents restored');
  expect(server.callsOf(documents.restore)[0]?.body).toEqual({ document_ids: [plan.id, letters.id] });
});

it('asks before deleting for good, and does not delete on Enter', async () => {
  const { user, server } = openTrash();
  server.now(answers(trash.delete, done));
  await choose(user, 'Letters');
  await user.click(button('Delete forever', await toolbar()));
  const dialog = await screen.findByRole('dialog', { name: 'Delete “Letters” for good?' });
  within(dialog).getByText('12 items inside will be deleted too. You can’t undo this.');
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel', dialog)));
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.callsOf(trash.delete)).toEqual([]);
  await user.click(button('Delete forever', await toolbar()));
  await user.click(button('Delete forever', await screen.findByRole('dialog')));
  await screen.findByText('“Letters” deleted for good');
  expect(server.callsOf(trash.delete)[0]?.body).toEqual({ document_ids: [letters.id] });
});

it('restores documents deleted from folders of others, but leaves deleting for good to the owner', async () => {
  const theirs = {
    ...gone[1]!,
    id: idOf(77),
    name: 'Theirs',
    own: false,
    account: { ...letters.account, id: idOf(78) },
  };
  const { user, server } = openTrash([theirs]);
  server.now(answers(documents.restore, done));
  await choose(user, 'Theirs');
  const forever = button('Delete forever', await toolbar());
  expect([forever.getAttribute('aria-disabled'), forever.title]).toEqual([
    'true',
    'Only a file’s owner can delete it forever.',
  ]);
  await user.click(button('Restore', await toolbar()));
  await waitFor(() => expect(server.callsOf(documents.restore)[0]?.body).toEqual({ document_ids: [theirs.id] }));
});

it('shows how much it deletes before emptying the trash', async () => {
  const { user, server } = openTrash();
  server.now(refuses(trash.empty, { code: 'unavailable', message: 'Try again later' }));
  await user.click(await screen.findByRole('button', { name: 'Empty trash' }));
  const dialog = await screen.findByRole('dialog', { name: 'Empty trash?' });
  within(dialog).getByText('2 items will be deleted for good. You can’t undo this.');
  within(dialog).getByText('My files: 2 items, 2.00 KB');
  await waitFor(() => expect(document.activeElement).toBe(button('Cancel', dialog)));
  await user.click(button('Delete 2 items for good', dialog));
  await screen.findByText('Try again later');
  server.now(answers(trash.empty, done), answers(documents.list, []), answers(trash.accounts, []));
  await user.click(button('Delete 2 items for good', dialog));
  await screen.findByRole('heading', { name: 'Trash is empty' });
  expect(server.callsOf(trash.empty).at(-1)?.body).toEqual({ account_id: plan.account.id });
});

it('shows that a deleted document is in the trash, with a way to restore it', async () => {
  const { user, server } = openApp('/directory', {
    server: [answers(documents.list, [plan]), answers(documents.delete, done), answers(documents.restore, done)],
  });
  await choose(user, 'plan.txt');
  server.now(answers(documents.list, []));
  await user.click(button('Delete', await toolbar()));
  await screen.findByText('“plan.txt” moved to trash');
  await user.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsOf(documents.restore)[0]?.body).toEqual({ document_ids: [plan.id] }));
});

it('renames the chosen file with F2', async () => {
  const { user } = openApp('/directory', { server: [answers(documents.list, [plan])] });
  await choose(user, 'plan.txt');
  screen.getByRole('row', { name: /plan\.txt/ }).focus();
  await user.keyboard('{F2}');
  await screen.findByRole('dialog', { name: 'Rename file' });
});
