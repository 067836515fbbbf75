import { type ArchiveEntry, archives, type DocumentDetails, documents } from '@sheaf/contract';
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { plan, planDetails } from '../../../../testing/documents.ts';
import { answers, refuses } from '../../../../testing/fake-server.ts';
import { openApp } from '../../../../testing/open-app.tsx';
import { button } from '../../../../testing/page.ts';

const zip: DocumentDetails = { ...planDetails, name: 'photos.zip', type: 'other', local_path: 'documents/1?tag=x' };
const file: ArchiveEntry = {
  id: 'file 1',
  name: 'inner.zip',
  path: 'inner.zip',
  type: 'other',
  size: 2048,
  updated_at: '2026-01-02T00:00:00Z',
  local_path: 'archive-entries/1?tag=y',
  problem: null,
  save_problem: null,
};
const folder: ArchiveEntry = {
  ...file,
  id: 'folder 0',
  name: '2026',
  path: '2026',
  type: 'folder',
  size: null,
  updated_at: null,
  local_path: null,
};
const locked: ArchiveEntry = {
  ...file,
  id: 'file 2',
  name: 'locked.txt',
  local_path: null,
  problem: 'This file is protected by a password.',
};
const open = (...server: ReturnType<typeof answers>[]) =>
  openApp(`/directory?preview=${plan.id}`, {
    server: [
      answers(documents.list, [plan]),
      answers(documents.get, zip),
      answers(documents.sources, []),
      answers(documents.open, { success: true }),
      ...server,
    ],
  });

it('opens folders and returns, and shows a file in place of the list', async () => {
  const { user, server } = open(
    answers(archives.list, ({ path }) => (path.includes('path=2026') ? [file] : [folder, locked])),
  );
  const list = within(await screen.findByRole('list', { name: 'In the archive' }));
  list.getByText('This file is protected by a password.');
  expect(list.queryByRole('button', { name: /locked/ })).toBeNull();
  await user.click(list.getByRole('button', { name: '2026' }));
  const inside = within(await screen.findByRole('list', { name: '2026' }));
  inside.getByText('2.00 KB');
  button('Download inner.zip');
  await user.click(inside.getByRole('button', { name: /^inner\.zip/ }));
  await screen.findByText('No preview for archives in archives');
  const place = within(screen.getByRole('navigation', { name: 'Place in the archive' }));
  place.getByText('inner.zip');
  await user.click(place.getByRole('button', { name: 'photos.zip' }));
  await screen.findByRole('list', { name: 'In the archive' });
  expect(server.callsOf(archives.list).map(({ path }) => path.includes('path=2026'))).toEqual([false, true]);
});

it('shows why an archive can’t be opened, and empty folders', async () => {
  const { server } = open(refuses(archives.list, { code: 'conflict', message: 'This archive is damaged.' }));
  await screen.findByText('This archive is damaged.');
  expect(server.callsOf(archives.list)).toHaveLength(1);
});

it('shows that an archive is empty', async () => {
  open(answers(archives.list, []));
  await screen.findByText('This archive is empty');
});

it('saves a file to My files from the list and from its view', async () => {
  const { user, server } = open(
    answers(archives.list, [file]),
    answers(archives.save, { id: plan.id, name: 'inner (1).zip' }),
  );
  await user.click(await screen.findByRole('button', { name: 'Save inner.zip to My files' }));
  await screen.findByText('Saved “inner (1).zip” to My files');
  expect(server.callsOf(archives.save)[0]).toMatchObject({ body: { entry: 'file 1', path: 'inner.zip' } });
  server.now(refuses(archives.save, { code: 'conflict', message: 'This file is damaged.' }));
  await user.click(await screen.findByRole('button', { name: /^inner\.zip/ }));
  await user.click(await screen.findByRole('button', { name: 'Save to My files' }));
  await screen.findByText('This file is damaged.');
});

it('explains why a file can’t be saved, and requests nothing', async () => {
  const why = 'Guests can’t save files to My files.';
  const { user, server } = open(answers(archives.list, [{ ...file, save_problem: why }]));
  const save = await screen.findByRole('button', { name: 'Save inner.zip to My files' });
  expect([save.getAttribute('aria-disabled'), save.getAttribute('title')]).toEqual(['true', why]);
  await user.click(save);
  await screen.findByText(why);
  expect(server.callsOf(archives.save)).toEqual([]);
});
