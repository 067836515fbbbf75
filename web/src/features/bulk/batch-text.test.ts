import type { BulkBatch } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { running } from '../../testing/documents.ts';
import { batchFacts, batchTitle, percentOf } from './batch-text.ts';

const batch = { ...running, total: 12431, processed: 4972, changed: 4000 };

it('describes a batch, its progress and its result', () => {
  expect(batchTitle(batch)).toBe('Updating 12,431 documents · 39%');
  expect(batchTitle({ ...batch, action: 'delete', status: 'completed', changed: 12 })).toBe(
    '12 documents moved to trash',
  );
  expect(batchTitle({ ...batch, action: 'keep_one' })).toBe('Moving to trash: 12,431 copies · 39%');
  expect(batchTitle({ ...batch, action: 'keep_one', status: 'completed', changed: 1 })).toBe('1 copy moved to trash');
  expect(batchTitle({ ...batch, action: 'move' })).toBe('Moving 12,431 documents · 39%');
  expect(batchTitle({ ...batch, action: 'copy', status: 'completed', changed: 2 })).toBe('2 documents copied');
  expect(batchTitle({ ...batch, status: 'cancelled' })).toBe('Canceled: 4,000 documents updated');
  expect(batchTitle({ ...batch, action: 'star', status: 'failed', changed: 1 })).toBe(
    'Couldn’t finish: 1 document starred',
  );
  expect(batchTitle({ ...batch, status: 'undoing', processed: 12431 })).toBe('Undoing · 100%');
  expect(percentOf({ ...batch, total: 0 })).toBe(0);
});

it('names the documents, and what was left out and why', () => {
  expect(batchFacts(batch)).toEqual(['Approved']);
  expect(batchFacts({ ...batch, names: [] })).toEqual([]);
  const [a, b, c, d] = ['A.', 'B.', 'C.', 'D.'].map((reason) => ({ reason, count: 1200 }));
  const ended: BulkBatch = { ...batch, action: 'delete', status: 'completed', changed: 12, left_out: 1200 };
  expect(batchTitle({ ...ended, left_out: 3 })).toBe('12 of 15 documents moved to trash');
  expect(batchFacts({ ...ended, left_out_reasons: [a!] })).toEqual(['1,200 left out: A.']);
  expect(batchFacts({ ...ended, left_out: 3600, left_out_reasons: [a!, b!, c!] })).toEqual([
    '1,200 left out: A.',
    '1,200 left out: B.',
    '1,200 left out: C.',
  ]);
  expect(batchFacts({ ...ended, left_out: 4800, left_out_reasons: [a!, b!, c!, d!] })).toEqual([
    '1,200 left out: A.',
    '1,200 left out: B.',
    '2,400 left out for other reasons',
  ]);
  const problem = 'The folder was deleted.';
  expect(batchFacts({ ...ended, status: 'failed', left_out: 2, left_out_reasons: [], problem })).toEqual([
    problem,
    '2 left out',
  ]);
  // From a version that gave no reason.
  expect(batchFacts({ ...ended, left_out: 2 })).toEqual(['2 left out']);
});
