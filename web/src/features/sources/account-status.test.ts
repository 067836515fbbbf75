import { accountStatuses, type Batch } from '@sheaf/contract';
import { describe, expect, it } from 'vitest';
import {
  freshnessText,
  isNotSetUp,
  lostPercent,
  overallPercent,
  phaseText,
  problemText,
  scopeText,
  statusTexts,
} from './account-status.ts';

const batch = (given: Partial<Batch>): Batch => ({
  id: 'b',
  kind: 'sync',
  account_id: 'a',
  status: 'running',
  phase: 'listing',
  total: 0,
  processed: 0,
  failed: 0,
  bytes: 0,
  percent: null,
  started_at: null,
  finished_at: null,
  errors: [],
  ...given,
});

it('describes how current an account’s copies are', () => {
  const at = '2026-11-16T14:20:00Z';
  const now = Date.parse(at) + 2 * 60_000;
  const synced = { status: 'connected', batch: null, last_synced_at: at } as const;
  expect(freshnessText(synced, now)).toBe('Synced 2 minutes ago');
  expect(freshnessText({ ...synced, last_synced_at: null }, now)).toBe('Not synced yet');
  expect(freshnessText({ ...synced, status: 'syncing', batch: batch({}) }, now)).toBe('Syncing: listing files');
  expect(freshnessText({ ...synced, status: 'needs_reauth' }, now)).toBe('Reconnect needed');
});

it('shows when sync resumes, if known', () => {
  const problem = 'Google Drive limits how much all of Sheaf may ask.';
  const at = new Date(2026, 10, 16, 14, 20);
  const waiting = { status: 'syncing', problem, next_sync_at: null, resumes_at: at.toISOString() } as const;
  expect(problemText({ ...waiting, resumes_at: null })).toBe(problem);
  expect(problemText(waiting, at.getTime() - 60_000)).toBe(`${problem} Sync resumes at 14:20.`);
  expect(problemText(waiting, at.getTime() - 86_400_000)).toBe(`${problem} Sync resumes at 16 Nov 2026, 14:20.`);
  const failed = { status: 'error', problem, resumes_at: null, next_sync_at: at.toISOString() } as const;
  expect(problemText(failed, at.getTime() - 60_000)).toBe(`${problem} Sheaf tries again at 14:20.`);
});

it('has a different text for every state', () => {
  expect(new Set(Object.values(statusTexts)).size).toBe(accountStatuses.length);
});

it.each([
  [null, 'Waiting to start'],
  [batch({ status: 'pending' }), 'Waiting to start'],
  [batch({ status: 'paused' }), 'Waiting for the app'],
  [batch({}), 'Listing files'],
  [batch({ processed: 1204 }), 'Listing files, 1,204 found'],
  [batch({ phase: 'contents', total: 1204, processed: 12 }), 'Syncing 12 of 1,204 files'],
  [batch({ phase: 'done' }), 'Finishing'],
])('describes a run: %#', (run, text) => expect(phaseText(run)).toBe(text));

describe('the percentage of several runs', () => {
  const run = (processed: number, total: number) => ({
    batch: batch({ processed, total, percent: Math.floor((processed / total) * 100) }),
  });

  it('counts items, not accounts', () => expect(overallPercent([run(10, 10), run(0, 990)])).toBe(1));
  it('leaves out runs without a total', () => expect(overallPercent([run(5, 10), { batch: null }])).toBe(50));
  it('is null when no run has a total', () => expect(overallPercent([{ batch: batch({}) }])).toBeNull());
  it('never exceeds 100', () => expect(overallPercent([run(12, 10)])).toBe(100));
  it('is 100 for an empty run', () => expect(overallPercent([{ batch: batch({ percent: 100 }) }])).toBe(100));
});

it.each([
  [620, 1000, 62],
  [1, 1000, 1],
  [999, 1000, 99],
  [60, 50, 100],
  [50, 0, 100],
])('%d of %d lost is %d %%', (held_deletions, files, percent) => {
  expect(lostPercent({ held_deletions, files })).toBe(percent);
});

it('treats an account as not set up until something was chosen', () => {
  const fresh = { status: 'connected', batch: null, last_synced_at: null } as const;
  expect(isNotSetUp(fresh)).toBe(true);
  expect(isNotSetUp({ ...fresh, status: 'syncing' })).toBe(false);
  expect(isNotSetUp({ ...fresh, batch: batch({}) })).toBe(false);
});

it('describes what is synced', () => {
  const source = { id: 'dropbox', slug: 'dropbox', name: 'Dropbox', holds: 'files' } as const;
  const settings = (file_mode: 'all' | 'selected' | 'none', folders = 0) => ({
    source,
    settings: {
      file_mode,
      chat_mode: 'selected' as const,
      file_selected_folders: Array.from({ length: folders }, (_, index) => ({ id: String(index), name: '' })),
    },
  });
  expect(scopeText(settings('all'))).toBe('All files');
  expect(scopeText(settings('none'))).toBe('Nothing');
  expect(scopeText(settings('selected', 1))).toBe('1 folder');
  expect(scopeText(settings('selected', 2))).toBe('2 folders');
  const chats = (chat_selected?: { id: string; name: string }[]) =>
    scopeText({
      ...settings('all'),
      source: { ...source, holds: 'chats' },
      settings: { ...settings('all').settings, chat_selected },
    });
  expect(chats()).toBe('All conversations');
  expect(chats([])).toBe('Nothing');
  expect(chats([{ id: 'C1', name: '#general' }])).toBe('1 chosen');
});
