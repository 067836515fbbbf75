import { documents, relocations } from '@sheaf/contract';
import { createEvent, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan } from '../../../testing/documents.ts';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button } from '../../../testing/page.ts';
import { idOf } from '../../../testing/workspace.ts';

const folder = { ...plan, id: idOf(40), name: 'Plans', type: 'folder' as const, size: null };
const done = answers(relocations.move, { conflicts: [], transfer: null });
const taken = answers(relocations.move, { conflicts: ['plan.txt'], transfer: null });
/** The request is the same for a transfer and for an immediate copy. */
const copied = answers(relocations.copy, { conflicts: [], transfer: null });
const open = () => openApp('/directory?place=my-files', { server: [answers(documents.list, [folder, plan])] });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

it('pastes cut documents into the open folder, and asks about an existing name', async () => {
  const { user, server } = open();
  await user.click(await screen.findByRole('button', { name: 'Actions for plan.txt' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Cut' }));
  await screen.findByText('1 item cut. Open a folder and paste.');
  server.now(taken);
  await user.click(button('Upload'));
  await user.click(await screen.findByRole('menuitem', { name: 'Paste 1 item' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'This name already exists' }));
  dialog.getByText('Something is already named “plan.txt” in “My files”.');
  server.now(done);
  await user.click(dialog.getByRole('button', { name: 'Keep both' }));
  await screen.findByText('Moved to My files');
  const asked = { document_ids: [plan.id], parent_id: null };
  expect(server.callsOf(relocations.move).map(({ body }) => body)).toEqual([
    { ...asked, on_conflict: 'ask' },
    { ...asked, on_conflict: 'rename' },
  ]);
  await user.click(button('Upload'));
  await screen.findByRole('menuitem', { name: 'New folder' });
  expect(screen.queryByRole('menuitem', { name: /^Paste/ })).toBeNull();
});

it('moves documents dropped on a folder of the same place, also with the keyboard', async () => {
  const { user, server } = open();
  server.now(done);
  const [from, to] = [await rowOf('plan.txt'), await rowOf('Plans')];
  const held = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, text: string) => held.set(type, text),
    getData: (type: string) => held.get(type) ?? '',
    setDragImage: () => {},
    get types() {
      return [...held.keys()];
    },
  };
  fireEvent.dragStart(from, { dataTransfer });
  const over = createEvent.dragOver(to, { dataTransfer });
  fireEvent(to, over);
  expect([over.defaultPrevented, to.dataset.drop]).toEqual([true, 'true']);
  fireEvent.drop(to, { dataTransfer });
  fireEvent.dragEnd(from);
  await screen.findByText('Moved to Plans');
  expect(to.dataset.drop).toBeUndefined();
  expect(server.callsOf(relocations.move)[0]?.body).toMatchObject({ document_ids: [plan.id], parent_id: folder.id });

  await user.click(await rowOf('plan.txt'));
  await user.keyboard('{Control>}x{/Control}');
  await screen.findByText('1 item cut. Open a folder and paste.');
  await user.keyboard('{Control>}v{/Control}');
  await waitFor(() => expect(server.callsOf(relocations.move)).toHaveLength(2));
});

it('copies and pastes with the keyboard, even with the focus on a checkbox, button or link', async () => {
  const { user, server } = open();
  server.now(copied);
  await user.click(await screen.findByLabelText('Select plan.txt'));
  await user.keyboard('{Control>}c{/Control}');
  await screen.findByText('1 item copied. Open a folder and paste.');
  await user.click(screen.getByRole('link', { name: 'My files' }));
  await user.keyboard('{Control>}v{/Control}');
  await waitFor(() => expect(server.callsOf(relocations.copy)).toHaveLength(1));
  const search = screen.getByRole('combobox', { name: /Search/ });
  await user.click(search);
  await user.keyboard('{Control>}v{/Control}');
  expect(server.callsOf(relocations.copy)).toHaveLength(1);
});

it('makes copies in the documents’ own folder, or explains why it can’t', async () => {
  const inside = { ...plan, id: idOf(41), name: 'inside.txt', parent_id: folder.id, location: [folder] };
  const theirs = { ...plan, id: idOf(42), name: 'theirs.txt', own: false };
  const arriving = { ...plan, id: idOf(43), name: 'arriving.txt', uploading: { sent: 1 } };
  const { user, server } = openApp('/directory?place=recent', {
    server: [answers(documents.list, [plan, inside, theirs, arriving])],
  });
  server.now(copied);
  const choose = async (name: string, item: string) => {
    await user.click(await screen.findByRole('button', { name: `Actions for ${name}` }));
    return screen.findByRole('menuitem', { name: item });
  };
  await user.click(await choose('plan.txt', 'Make a copy'));
  await user.click(await choose('inside.txt', 'Make a copy'));
  await waitFor(() => expect(server.callsOf(relocations.copy)).toHaveLength(2));
  const place = { account_id: plan.account.id, on_conflict: 'ask' };
  expect(server.callsOf(relocations.copy).map(({ body }) => body)).toEqual([
    { document_ids: [plan.id], parent_id: null, ...place },
    { document_ids: [inside.id], parent_id: folder.id, ...place },
  ]);
  const why = async (name: string, item: string) => {
    const { title, dataset } = await choose(name, item);
    await user.keyboard('{Escape}');
    return [dataset.disabled, title];
  };
  expect(await why('theirs.txt', 'Make a copy')).toEqual([
    'true',
    'This item was shared with you directly. Only its owner can copy it here.',
  ]);
  expect(await why('arriving.txt', 'Make a copy')).toEqual([
    'true',
    'Still being uploaded. Try again when that’s done.',
  ]);
  await user.click(screen.getByRole('checkbox', { name: 'Select plan.txt' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select inside.txt' }));
  await user.click(screen.getByRole('checkbox', { name: 'Select arriving.txt' }));
  expect(await why('plan.txt', 'Make copies')).toEqual([
    'true',
    'These are in different folders. Choose from one folder at a time.',
  ]);
});
