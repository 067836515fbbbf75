import { auth, type LinkedDocument, visits } from '@sheaf/contract';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, it, vi } from 'vitest';
import { answers, refuses } from '../../testing/fake-server.ts';
import { openApp } from '../../testing/open-app.tsx';
import { button, expectDescription, expectFocus, fill } from '../../testing/page.ts';
import { idOf } from '../../testing/workspace.ts';

beforeEach(() => sessionStorage.clear());

const file: LinkedDocument = {
  id: idOf(41),
  name: 'drawings.zip',
  type: 'other',
  mime_type: null,
  size: 1536,
  updated_at: '2026-01-01T00:00:00Z',
  content: 'stored',
  local_path: 'links/x?tag=y',
};
const folder: LinkedDocument = {
  ...file,
  id: idOf(42),
  name: 'Harbour',
  type: 'folder',
  size: null,
  content: 'none',
  local_path: null,
};
const opens = (document: LinkedDocument, downloads = true) => [
  answers(visits.open, { visit: 'a visit', downloads, document }),
  answers(visits.get, { ...document, path: [] }),
];

it.each([true, false])('sends requests without the session of a signed-in person (%s)', async (signedIn) => {
  const { server } = openApp('/l/token', { signedIn, server: opens(file) });
  await screen.findByRole('heading', { name: 'drawings.zip' });
  expect(server.callsOf(auth.user)).toEqual([]);
  expect(server.calls.map(({ endpoint }) => endpoint)).toEqual([visits.open, visits.get]);
  expect(screen.getByText('File · 1.50 KB · Last update 1 Jan 2026')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe('/storage/links/x?tag=y&download=1');
});

it.each([
  ['preparing', true, /^It appears here as soon as it’s ready\.$/],
  ['unavailable', true, /^It needs LibreOffice\. Download it to open it on your device\.$/],
  ['unavailable', false, /^It needs LibreOffice\. This link doesn’t allow downloads\.$/],
] as const)('says of an old office file that it is %s, where downloads are %s', async (state, downloads, says) => {
  const letter = { ...file, name: 'letter.doc', type: 'word' as const };
  const reason = state === 'preparing' ? null : 'It needs LibreOffice.';
  openApp('/l/token', {
    signedIn: false,
    server: [...opens(letter, downloads), answers(visits.rendition, { state, local_path: null, reason })],
  });
  await screen.findByText(says);
});

it('offers no download when the link does not allow it', async () => {
  openApp('/l/token', { signedIn: false, server: opens({ ...file, local_path: null }, false) });
  await screen.findByRole('heading', { name: 'No preview for this type of file' });
  expect(screen.queryByRole('link', { name: 'Download' })).toBeNull();
});

it('downloads a folder as a zip, and reports what is missing and what failed', async () => {
  const { user, server } = openApp('/l/token', {
    signedIn: false,
    server: [
      ...opens(folder),
      answers(visits.list, [file]),
      answers(visits.zip, { local_path: 'linked-zips/x?tag=y', files: 1, bytes: 1, skipped: 2 }),
    ],
  });
  const saved: (string | null)[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.getAttribute('href'));
  });
  await user.click(await screen.findByRole('button', { name: 'Download all in Harbour' }));
  await screen.findByText('Skipped 2 documents with no content in Sheaf');
  click.mockRestore();
  expect(saved).toEqual(['/storage/linked-zips/x?tag=y']);
  expect(server.callsOf(visits.zip)[0]?.body).toEqual({ visit: 'a visit', document_id: folder.id });
  server.now(refuses(visits.zip, { code: 'rate_limited', message: 'Too many downloads.' }));
  await user.click(button('Download all in Harbour'));
  await screen.findByText('Too many downloads.');
  server.now(refuses(visits.zip, { code: 'not_found' }), refuses(visits.open, { code: 'not_found' }));
  await user.click(button('Download all in Harbour'));
  await screen.findByRole('heading', { name: 'This link isn’t available' });
});

it('offers no zip of a folder when the link does not allow downloads', async () => {
  openApp('/l/token', { signedIn: false, server: [...opens(folder, false), answers(visits.list, [file])] });
  await screen.findByRole('list', { name: 'In Harbour' });
  expect(screen.queryByRole('button', { name: /Download/ })).toBeNull();
});

it('leads into folders, and back by their names', async () => {
  const { user, server, address } = openApp('/l/token', {
    signedIn: false,
    server: [...opens(folder), answers(visits.list, [file])],
  });
  const row = await screen.findByRole('link', { name: /^drawings.zip/ });
  server.now(answers(visits.get, { ...file, path: [{ id: folder.id, name: folder.name }] }));
  await user.click(row);
  await screen.findByRole('heading', { name: 'drawings.zip' });
  expect(address()).toBe(`/l/token?at=${file.id}`);
  server.now(answers(visits.get, { ...folder, path: [] }));
  await user.click(await screen.findByRole('link', { name: 'Harbour' }));
  await screen.findByRole('list', { name: 'In Harbour' });
  expect(server.callsOf(visits.open)).toHaveLength(1);
  expect(server.callsOf(visits.list)[0]?.body).toMatchObject({ visit: 'a visit', in: folder.id });
});

it('shows that a folder is empty', async () => {
  openApp('/l/token', { signedIn: false, server: [...opens(folder), answers(visits.list, [])] });
  await screen.findByRole('heading', { name: 'This folder is empty' });
});

it('asks for the password, shows errors, and keeps the password for the tab', async () => {
  const { user, server, close } = openApp('/l/token', {
    signedIn: false,
    server: [answers(visits.open, { password_required: true })],
  });
  const field = () => screen.getByLabelText('Password');
  await screen.findByRole('heading', { name: 'Enter the password' });
  await expectFocus(field);
  await user.click(button('Open link'));
  await expectDescription(field, 'This is required');
  server.now(refuses(visits.open, { code: 'validation_failed', errors: { password: ['That’s not it'] } }));
  fill(field(), 'wrong');
  await user.click(button('Open link'));
  await expectDescription(field, 'That’s not it');
  server.now(...opens(file));
  fill(field(), 'open sesame');
  await user.click(button('Open link'));
  await screen.findByRole('heading', { name: 'drawings.zip' });
  expect(server.callsOf(visits.open).at(-1)?.body).toEqual({ token: 'token', password: 'open sesame' });
  close();
  const again = openApp('/l/token', { signedIn: false, server: opens(file) });
  await screen.findByRole('heading', { name: 'drawings.zip' });
  expect(again.server.callsOf(visits.open)[0]?.body).toEqual({ token: 'token', visit: 'a visit' });
});

it('shows when there were too many attempts', async () => {
  const { user, server } = openApp('/l/token', {
    signedIn: false,
    server: [answers(visits.open, { password_required: true })],
  });
  fill(await screen.findByLabelText('Password'), 'wrong');
  server.now(refuses(visits.open, { code: 'rate_limited', message: 'Too many attempts.' }));
  await user.click(button('Open link'));
  expect((await screen.findByRole('alert')).textContent).toBe('Too many attempts.');
});

it('shows “not available” whatever the reason', async () => {
  openApp('/l/token', { signedIn: false, server: [refuses(visits.open, { code: 'not_found' })] });
  await screen.findByRole('heading', { name: 'This link isn’t available' });
});

it('offers to try again after other failures', async () => {
  const { user, server } = openApp('/l/token', {
    signedIn: false,
    server: [refuses(visits.open, { code: 'internal', message: 'Something broke.' })],
  });
  await screen.findByText('Something broke.');
  server.now(...opens(file));
  await user.click(button('Try again'));
  await screen.findByRole('heading', { name: 'drawings.zip' });
});

it('asks for the password again when it was changed during the visit', async () => {
  const { user, server } = openApp('/l/token', {
    signedIn: false,
    server: [...opens(folder), answers(visits.list, [file])],
  });
  await screen.findByRole('link', { name: /^drawings.zip/ });
  server.now(refuses(visits.get, { code: 'not_found' }), answers(visits.open, { password_required: true }));
  await user.click(screen.getByRole('link', { name: /^drawings.zip/ }));
  await screen.findByRole('heading', { name: 'Enter the password' });
});

it('shows that a document is no longer in the folder, and leads back', async () => {
  const { user, server, address } = openApp(`/l/token?at=${file.id}`, {
    signedIn: false,
    server: [...opens(folder), answers(visits.list, []), refuses(visits.get, { code: 'not_found' })],
  });
  await screen.findByRole('heading', { name: 'Not found in this folder' });
  server.now(answers(visits.get, { ...folder, path: [] }));
  await user.click(screen.getByRole('link', { name: 'Open the shared folder' }));
  await screen.findByRole('heading', { name: 'Harbour' });
  await waitFor(() => expect(address()).toBe('/l/token'));
});
