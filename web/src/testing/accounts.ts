import type { SourceAccount } from '@sheaf/contract';

const source = { id: 'dropbox', slug: 'dropbox', name: 'Dropbox', holds: 'files' } as const;

/** A connected account with a file. */
export const dropbox: SourceAccount = {
  id: '01990000-0000-7000-8000-000000000001',
  slug: source.slug,
  source,
  name: 'ada@example.com',
  display_name: null,
  status: 'connected',
  sandbox: false,
  problem: null,
  resumes_at: null,
  settings: { file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] },
  files: 1,
  bytes: 1,
  failed: 0,
  held_deletions: 0,
  cannot: { change: null, move: null, add: null, delete: null, restore: null },
  not_included: [],
  access: [],
  quota: null,
  batch: null,
  last_synced_at: '2026-01-01T00:00:00Z',
  next_sync_at: null,
  created_at: '2026-01-01T00:00:00Z',
  handed_over_from: null,
  removal: null,
};

/** The same at another app. */
export const accountAt = (slug: string, name: string, change: Partial<SourceAccount> = {}): SourceAccount => ({
  ...dropbox,
  slug,
  source: { ...source, id: slug, slug, name },
  ...change,
});
