import { type Document, documents } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';
import { idOf, person } from '../../../testing/workspace.ts';

const forged: Document = {
  id: idOf(21),
  name: 'invoice\u202efdp.exe',
  type: 'other',
  mime_type: null,
  size: 6,
  local_path: null,
  thumbnail: null,
  frame_path: null,
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
  permission: 'edit',
  cannot: { change: null, move: null, add: null, delete: null, restore: null },
  labels: [],
  collections: [],
  starred: false,
  uploading: null,
  deleted: null,
  conversation: null,
  messages: [],
};

it('shows a name that pretends to end in .pdf as it is written', async () => {
  openApp('/directory', { server: [answers(documents.list, [forged])] });
  expect(await screen.findAllByText('invoice\ufffdfdp.exe')).not.toHaveLength(0);
  expect(document.body.textContent).not.toContain('\u202e');
});
