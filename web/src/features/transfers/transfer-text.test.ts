import { describe, expect, it } from 'vitest';
import {
  activityText,
  chosenText,
  destinationText,
  formatDuration,
  leftText,
  newPlace,
  progressTexts,
} from './transfer-text.ts';

const running = {
  mode: 'copy',
  status: 'running',
  phase: 'files',
  listed: null,
  total: 1200,
  processed: 300,
  failed: 2,
  skipped: 3,
  identical: 0,
  not_transferable: 0,
  bytes: 1024 * 1024,
  total_bytes: 4 * 1024 * 1024,
  speed: 2048,
  remaining_seconds: 1536,
} as const;

describe('the activity of a transfer', () => {
  it.each([
    [{}, 'Transferring files'],
    [{ phase: 'planning', total: 0 }, 'Listing files'],
    [{ phase: 'planning', listed: 1240, total: 0 }, 'Listing the account: 1,240 files'],
    [{ phase: 'planning', total: 1 }, 'Listing files, 1 item found'],
    [{ phase: 'folders' }, 'Creating folders'],
    [{ phase: 'done' }, 'Finishing'],
    [{ status: 'paused' }, 'Paused'],
    [{ status: 'pending' }, 'Waiting to start'],
  ] as const)('%o', (change, text) => {
    expect(activityText({ ...running, ...change })).toBe(text);
  });
});

describe('the figures', () => {
  it('show items, bytes, speed and remaining time', () => {
    expect(progressTexts(running)).toEqual([
      '300 of 1,200 items',
      '1.00 MB of 4.00 MB',
      '2.00 KB/s',
      'about 26 minutes left',
    ]);
  });

  it('leave out the speed while paused or unknown', () => {
    expect(progressTexts({ ...running, status: 'paused' })).toHaveLength(2);
    expect(progressTexts({ ...running, speed: null, remaining_seconds: null })).toHaveLength(2);
  });

  it('are empty before anything is listed', () => {
    expect(progressTexts({ ...running, total: 0, processed: 0 })).toEqual([]);
  });

  it('show the results of an ended transfer', () => {
    const ended = { ...running, status: 'completed_with_errors', processed: 1200 } as const;
    expect(progressTexts(ended)).toEqual(['1,195 copied, 3 skipped, 2 failed', '1.00 MB']);
    const few = { ...ended, failed: 0, skipped: 0, processed: 3, identical: 2, bytes: 0 };
    expect(progressTexts(few)).toEqual(['1 copied, 2 already there']);
    expect(progressTexts({ ...few, mode: 'move', identical: 0 })).toEqual(['3 moved']);
    expect(progressTexts({ ...few, processed: 0, identical: 0 })).toEqual(['Nothing transferred']);
  });
});

it('counts untransferable items apart from skipped ones', () => {
  const ended = { ...running, status: 'completed', processed: 1200, failed: 0, not_transferable: 2, bytes: 0 } as const;
  expect(progressTexts(ended)).toEqual(['1,199 copied, 1 skipped']);
  expect(progressTexts({ ...running, not_transferable: 2 })[0]).toBe('300 of 1,198 items');
  expect(leftText(ended)).toBe('2 items can’t be transferred');
  expect(leftText({ not_transferable: 0 })).toBeNull();
});

it.each([
  ['all', { count: 0, name: 'Plans' }, 'All files'],
  ['synced', { count: 0, name: 'Plans' }, 'All synced files'],
  ['selected', { count: 1, name: 'Plans' }, '“Plans”'],
  ['selected', { count: 3, name: 'Plans' }, '“Plans” and 2 more'],
  ['selected', { count: 3, name: null }, '3 chosen items'],
] as const)('%s %o is called %s', (selection_type, chosen, text) => {
  expect(chosenText({ selection_type, chosen })).toBe(text);
});

it.each([
  [0, 'a few seconds'],
  [9.9, 'a few seconds'],
  [11, 'about 20 seconds'],
  [59, 'about 60 seconds'],
  [60, 'about 1 minute'],
  [61, 'about 2 minutes'],
  [2 * 3600, 'about 2 hours'],
  [47 * 3600, 'about 47 hours'],
  [3 * 86_400, 'about 3 days'],
])('%d seconds are %s', (seconds, text) => {
  expect(formatDuration(seconds)).toBe(text);
});

it('shows a new path only where it differs', () => {
  const old = { id: 'f', name: 'Old' };
  expect(newPlace({ path: 'a/b', new_path: 'a/b' }, null)).toBeNull();
  expect(newPlace({ path: 'a/b', new_path: null }, old)).toBeNull();
  expect(newPlace({ path: 'a/b', new_path: 'Old/a/b' }, old)).toBeNull();
  expect(newPlace({ path: 'a/b?', new_path: 'a/b_' }, null)).toBe('a/b_');
  expect(newPlace({ path: 'a/b?', new_path: 'Old/a/b_' }, old)).toBe('Old/a/b_');
});

it('names the folder at the destination, where there is one', () => {
  const to = {
    account: { id: '1', name: 'ada@example.com', display_name: null },
    source: { slug: 'box', name: 'Box' },
    folder: null,
  };
  expect(destinationText({ to })).toBe('Box');
  expect(destinationText({ to: { ...to, folder: { name: 'Old' } } })).toBe('Box › Old');
  expect(destinationText({ to: { ...to, folder: { name: '' } } })).toBe('Box › a folder');
  expect(destinationText({ to: { ...to, account: { ...to.account, display_name: 'Studio' } } })).toBe('Studio');
});
