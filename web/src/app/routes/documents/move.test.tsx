import { type Document, documents, relocations, type SourceAccount, sources, transfers } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { dropbox as connected } from '../../../testing/accounts.ts';
import { plan } from '../../../testing/documents.ts';
import { answers, refuses } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, expectFocus, findToast } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const dropbox = { ...connected, id: idOf(60), name: 'anna@example.com' };
const can = dropbox.cannot;
const expired = 'This account isn’t connected. Reconnect it to change its files.';
const accounts: SourceAccount[] = [
  dropbox,
  { ...dropbox, id: idOf(61), name: 'old@example.com', display_name: 'Old', cannot: { ...can, add: expired } },
  {
    ...dropbox,
    id: idOf(62),
    display_name: 'Partly synced',
    settings: { ...dropbox.settings, file_mode: 'selected', file_selected_folders: [{ id: 'x', name: 'X' }] },
  },
];
const myFiles = { id: plan.account.id, name: 'My files', source: plan.source, files: 2 };
const folder: Document = { ...plan, id: idOf(63), name: 'Plans', type: 'folder', size: null };
const archive: Document = { ...folder, id: idOf(64), name: 'Archive', account: { ...plan.account, id: dropbox.id } };
const team: Document = {
  ...folder,
  id: idOf(65),
  name: 'Team',
  own: false,
  account: { ...plan.account, id: idOf(66) },
  created_by: { id: idOf(67), name: 'Chen', avatar: null },
};
const letter: Document = {
  ...team,
  id: idOf(68),
  name: 'letter.txt',
  type: 'text',
  parent_id: team.id,
  location: [team],
};

/** The documents of the requested list. */
function listed({ path }: { path: string }): Document[] {
  const query = new URLSearchParams(path.split('?')[1]);
  if (query.get('type') !== 'folder') return [plan, folder, letter];
  if (query.get('owner') === 'shared') return [team];
  return query.get('parent_id') !== 'root' ? [] : query.get('account_id') === dropbox.id ? [archive] : [folder];
}

async function open(name: string) {
  const app = openApp('/directory?place=recent', {
    server: [
      answers(documents.list, listed),
      answers(sources.accounts, accounts),
      answers(transfers.myFiles, [myFiles]),
    ],
  });
  app.server.now(answers(relocations.move, { conflicts: [], transfer: null }));
  await openDialog(app.user, name);
  return app;
}

async function openDialog(user: UserEvent, name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move' }));
  await screen.findByRole('dialog', { name: `Move “${name}”` });
}
const dialog = () => screen.getByRole('dialog', { name: /^Move/ });
const go = async (user: UserEvent, name: string | RegExp) =>
  user.click(await within(dialog()).findByRole('button', { name }));
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());

it('starts in the place of the document, and moves it to a folder of another account', async () => {
  const { user, server } = await open('plan.txt');
  await within(dialog()).findByRole('button', { name: 'Plans' });
  expect(button('Move here', dialog())).toHaveProperty('disabled', true);
  await go(user, 'All places');
  await expectFocus(() => dialog().querySelector('[tabindex="-1"]')!);
  expect(button('Move here', dialog())).toHaveProperty('disabled', true);
  expect(button('New folder', dialog())).toHaveProperty('disabled', true);
  await go(user, /^Dropbox anna@example.com/);
  within(dialog()).getByText(/this starts a transfer/);
  await go(user, 'Archive');
  await within(dialog()).findByText('No folders here yet.');
  await user.click(button('Move here', dialog()));
  await isClosed();
  expect(server.callsOf(relocations.move)[0]?.body).toEqual({
    document_ids: [plan.id],
    parent_id: archive.id,
    account_id: dropbox.id,
    on_conflict: 'ask',
  });
});

it('copies, asks about existing names, and stays open when the server refuses', async () => {
  const { user, server } = await open('plan.txt');
  await go(user, 'Plans');
  server.now(refuses(relocations.copy, { code: 'conflict', message: 'This folder is still being created.' }));
  await user.click(button('Copy here', dialog()));
  await findToast('This folder is still being created.');
  await waitFor(() => expect(button('Copy here', dialog())).toHaveProperty('disabled', false));
  server.now(answers(relocations.copy, { conflicts: ['plan.txt'], transfer: null }));
  await user.click(button('Copy here', dialog()));
  const question = within(await screen.findByRole('dialog', { name: 'This name already exists' }));
  expect(screen.queryByRole('dialog', { name: /^Move/ })).toBeNull();
  server.now(answers(relocations.copy, { conflicts: [], transfer: null }));
  await user.click(question.getByRole('button', { name: 'Keep both' }));
  await waitFor(() => expect(server.callsOf(relocations.copy)).toHaveLength(3));
  expect(server.callsOf(relocations.copy)[2]?.body).toMatchObject({ parent_id: folder.id, on_conflict: 'rename' });
});

it('explains why a place can’t take one’s own files', async () => {
  const { user } = await open('plan.txt');
  await go(user, 'All places');
  const refused = async (name: RegExp) => within(dialog()).findByRole('button', { name });
  expect(await refused(/^Old This account isn’t connected\./)).toHaveProperty('disabled', true);
  expect(await refused(/^Team This folder belongs to someone else\./)).toHaveProperty('disabled', true);
  await go(user, /^Partly synced/);
  within(dialog()).getByText('Only some folders are synced. Choose one of them.');
  for (const name of ['Move here', 'Copy here', 'New folder'])
    expect(button(name, dialog())).toHaveProperty('disabled', true);
});

it('keeps other people’s files in their folder', async () => {
  const { user } = await open('letter.txt');
  await within(dialog()).findByText('No folders here yet.');
  await go(user, 'All places');
  expect(await within(dialog()).findByRole('button', { name: /^My files You can move/ })).toHaveProperty(
    'disabled',
    true,
  );
  await go(user, 'Team Shared by Chen');
  expect(button('Copy here', dialog())).toHaveProperty('disabled', false);
});

it('loads the places again after a failure', async () => {
  const app = openApp('/directory?place=recent', {
    server: [
      answers(documents.list, listed),
      answers(sources.accounts, accounts),
      refuses(transfers.myFiles, { code: 'unavailable' }),
    ],
  });
  await openDialog(app.user, 'plan.txt');
  await go(app.user, 'All places');
  await within(dialog()).findByText('Couldn’t load your places.', undefined, { timeout: 20_000 });
  app.server.now(answers(transfers.myFiles, [myFiles]));
  await go(app.user, 'Try again');
  await within(dialog()).findByRole('button', { name: 'My files' });
});
