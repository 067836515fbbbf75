import { type BulkBatch, bulk, type Document, type Duplicate, documents, duplicates } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, findToast } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const noTrash = 'SFTP has no trash, so files can’t be deleted in Sheaf. Delete them in SFTP.';
const copy = (n: number, name: string, updated_at: string, change: Partial<Document> = {}): Document => ({
  ...plan,
  id: idOf(n),
  name,
  updated_at,
  ...change,
});
const stuck = { cannot: { change: null, move: null, add: null, restore: null, delete: noTrash } };
const content: Duplicate = {
  id: 'ab'.repeat(32),
  size: 2048,
  copies: 3,
  wasted: 4096,
  documents: [
    copy(61, 'a.txt', '2026-01-03T00:00:00Z'),
    copy(62, 'b.txt', '2026-01-02T00:00:00Z'),
    copy(63, 'c.txt', '2026-01-01T00:00:00Z', stuck),
  ],
};
const other: Duplicate = { ...content, id: 'cd'.repeat(32), copies: 2, documents: [stuckCopy(71), stuckCopy(72)] };
function stuckCopy(n: number) {
  return copy(n, 'stuck.txt', '2026-01-01T00:00:00Z', stuck);
}
const open = (list: Duplicate[]) => openApp('/duplicates', { server: [answers(duplicates.list, list)] });

it('keeps the chosen copy, moves the others to the trash where possible, and undoes it', async () => {
  const { user, server } = open([content]);
  await user.click(await screen.findByRole('button', { name: 'Keep one copy of a.txt' }));
  const dialog = await screen.findByRole('dialog', { name: 'Keep one copy' });
  await user.click(within(dialog).getByRole('radio', { name: 'The oldest copy' }));
  button('Move 2 copies to trash', dialog);
  await user.click(within(dialog).getByRole('radio', { name: 'b.txt' }));
  within(dialog).getByText(`You can restore what is moved from the trash. Left out: ${noTrash}`);
  server.now(
    answers(duplicates.trash, { trashed: [idOf(61)], left_out: [{ reason: noTrash, count: 1 }] }),
    answers(duplicates.list, []),
    answers(documents.restore, { success: true }),
  );
  await user.click(button('Move 1 copy to trash', dialog));
  await findToast(`1 copy moved to trash, 1 left out: ${noTrash}`);
  expect(server.callsOf(duplicates.trash)[0]?.body).toEqual({
    contents: [{ id: content.id, keep: idOf(62) }],
  });
  await screen.findByText('No duplicates');
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(server.callsOf(documents.restore)[0]?.body).toEqual({ document_ids: [idOf(61)] }));
});

it('keeps one of each, and explains why copies that can’t be moved stay', async () => {
  const { user, server } = open([content, other]);
  const stays = await screen.findByRole('button', { name: 'Keep one copy of stuck.txt' });
  expect([stays.hasAttribute('disabled'), stays.title]).toEqual([true, noTrash]);
  await user.click(button('Keep one of each'));
  const dialog = await screen.findByRole('dialog', { name: 'Keep one copy of each of 2 files' });
  server.now(refuses(duplicates.trash, { code: 'conflict', message: 'Not now.' }));
  await user.click(button('Move 1 copy to trash', dialog));
  await findToast('Not now.');
  expect(server.callsOf(duplicates.trash)[0]?.body).toEqual({
    contents: [content, other].map(({ id }) => ({ id, keep: 'newest' })),
  });
  expect(dialog.isConnected).toBe(true);
});

it('keeps one of each in the background when there are too many for one request, with progress in the tray', async () => {
  const { user, server } = open([{ ...content, copies: 600 }, other]);
  await user.click(await screen.findByRole('button', { name: 'Keep one of each' }));
  const dialog = await screen.findByRole('dialog', { name: 'Keep one copy of each of 2 files' });
  await user.click(within(dialog).getByRole('radio', { name: 'The oldest copy' }));
  server.now(refuses(bulk.start, { code: 'conflict', message: '10 actions are in progress.' }));
  await user.click(button('Move copies to trash', dialog));
  await findToast('10 actions are in progress.');
  expect(dialog.isConnected).toBe(true);
  const batch: BulkBatch = {
    id: idOf(90),
    action: 'keep_one',
    status: 'running',
    total: 601,
    processed: 0,
    changed: 0,
    left_out: 0,
    left_out_reasons: [],
    problem: null,
    names: [],
    can_undo: false,
    created_at: '2026-01-01T00:00:00Z',
    finished_at: null,
  };
  server.now(answers(bulk.start, batch));
  await user.click(button('Move copies to trash', dialog));
  await screen.findByText('Moving to trash: 601 copies · 0%');
  expect(server.callsOf(bulk.start).at(-1)?.body).toEqual({
    query: { owner: 'me', kind: 'file' },
    action: 'keep_one',
    keep: 'oldest',
  });
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
