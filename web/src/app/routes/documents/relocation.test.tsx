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
const open = () => openApp('/directory?place=my-files', { server: [answers(documents.list, [folder, plan])] });
const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

it('pastes what was cut into the open folder, and asks about a name that exists', async () => {
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

it('moves what is dropped on a folder of the same place, with the keyboard too', async () => {
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
