import { type SourceAccount, sources } from '@sheaf/contract';
import { screen } from '@testing-library/react';
import { it } from 'vitest';
import { answers } from '../../../testing/fake-server.ts';
import { openApp } from '../../../testing/open-app.tsx';

const account: SourceAccount = {
  id: '01990000-0000-7000-8000-000000000001',
  slug: 'google-drive',
  source: { id: 'google-drive', slug: 'google-drive', name: 'Google Drive', holds: 'files' },
  name: 'bruno@example.com',
  display_name: null,
  status: 'connected',
  sandbox: false,
  problem: null,
  resumes_at: null,
  settings: { file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] },
  files: 3,
  bytes: 1,
  failed: 0,
  held_deletions: 0,
  not_included: [{ what: 'shared drives', count: 1204, why: 'Sheaf reads up to 5,000 shared drives.' }],
  access: [],
  quota: null,
  batch: null,
  last_synced_at: '2026-01-01T00:00:00Z',
  next_sync_at: null,
  created_at: '2026-01-01T00:00:00Z',
  handed_over_from: null,
  cannot: { change: null, move: null, add: null, delete: null, restore: null },
  removal: null,
};

it('says on the card of an account how much a limit leaves out, and why', async () => {
  openApp('/apps', { server: [answers(sources.accounts, [account]), answers(sources.list, [])] });
  await screen.findByText('1,204 shared drives not included. Sheaf reads up to 5,000 shared drives.');
});
