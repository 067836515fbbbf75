import type { BulkBatch } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { batchFact, batchTitle, percentOf } from './batch-text.ts';

const batch: BulkBatch = {
  id: '01900000-0000-7000-8000-000000000001',
  action: 'tag',
  status: 'running',
  total: 12431,
  processed: 4972,
  changed: 4000,
  left_out: 0,
  names: ['Approved'],
  can_undo: false,
  created_at: '2026-01-01T00:00:00Z',
  finished_at: null,
};

it('says what is done, how far it is, and how it ended', () => {
  expect(batchTitle(batch)).toBe('Updating 12,431 documents · 39%');
  expect(batchTitle({ ...batch, action: 'delete', status: 'completed', changed: 12 })).toBe(
    '12 documents moved to trash',
  );
  expect(batchTitle({ ...batch, status: 'cancelled' })).toBe('Canceled: 4,000 documents updated');
  expect(batchTitle({ ...batch, action: 'star', status: 'failed', changed: 1 })).toBe(
    'Couldn’t finish: 1 document starred',
  );
  expect(batchTitle({ ...batch, status: 'undoing', processed: 12431 })).toBe('Undoing · 100%');
  expect(percentOf({ ...batch, total: 0 })).toBe(0);
});

it('names what it is about, and what it left out and why', () => {
  expect(batchFact(batch)).toBe('Approved');
  expect(batchFact({ ...batch, action: 'delete', left_out: 3 })).toBe('3 left out: they aren’t in My files');
  expect(batchFact({ ...batch, action: 'share', left_out: 1 })).toBe('1 left out: it belongs to someone else');
});
