import { type Document, documents, sharing } from '@sheaf/contract';
import { screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { button, fill } from '../../../testing/page.ts';
import { idOf, person } from '../../../testing/workspace.ts';

const plan: Document = {
  id: idOf(21),
  name: 'plan.txt',
  type: 'text',
  mime_type: 'text/plain',
  size: 6,
  local_path: null,
  thumbnail: null,
  content: 'stored',
  web_url: null,
  account: { id: idOf(22), name: 'My files', display_name: null },
  source: { slug: 'uploads', name: 'My files' },
  created_by: { id: person.id, name: person.name, avatar: null },
  updated_at: '2026-01-01T00:00:00Z',
  parent_id: null,
  location: [],
  own: true,
  shared: false,
  labels: [],
  collections: [],
  conversation: null,
  messages: [],
};

it('leads from the share dialog to an invitation where nobody is found', async () => {
  const { user, server, address } = openApp('/directory', {
    server: [answers(documents.list, [plan]), answers(sharing.members, []), answers(sharing.others, [])],
  });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  const dialog = within(await screen.findByRole('dialog', { name: 'Share "plan.txt"' }));
  fill(await dialog.findByPlaceholderText('Type to search'), 'nobody');
  await dialog.findByText(/^No members found\./);
  expect(server.callsOf(sharing.others).at(-1)?.path).toContain('search=nobody');
  await user.click(dialog.getByRole('link', { name: 'Invite people' }));
  await waitFor(() => expect(address()).toBe('/members/invites'));
});

it('opens above the preview, also after sharing from the list', async () => {
  const details = {
    ...plan,
    created_at: '2026-01-01T00:00:00Z',
    path: [],
    access: [],
    also_in: [],
    next_message: null,
    thread: null,
    office_viewer_url: null,
  };
  const { user, go } = openApp('/directory', {
    server: [
      answers(documents.list, [plan]),
      answers(documents.get, details),
      answers(documents.sources, []),
      answers(documents.open, { success: true }),
      answers(sharing.members, []),
      answers(sharing.others, []),
    ],
  });
  const share = () => screen.findByRole('dialog', { name: 'Share "plan.txt"' });
  await user.click(await screen.findByLabelText('Select all on this page'));
  await user.click(button('Share', await screen.findByRole('toolbar', { name: 'Selection' })));
  await user.click(button('Close', await share()));
  await go(`/directory?preview=${plan.id}`);
  const preview = await screen.findByRole('dialog', { name: 'plan.txt' });
  await user.click(await within(preview).findByRole('button', { name: 'Share' }));
  expect(zIndexOf(await share())).toBeGreaterThan(zIndexOf(preview));
});

const zIndexOf = (dialog: HTMLElement): number =>
  Number(dialog.closest<HTMLElement>('[style*="--mb-z-index"]')!.style.getPropertyValue('--mb-z-index'));
