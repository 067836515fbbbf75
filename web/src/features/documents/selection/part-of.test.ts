import type { Document } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { plan } from '../../../testing/documents.ts';
import { idOf } from '../../../testing/workspace.ts';
import { changeablePart, ownPart, partName } from './part-of.ts';

const mine = plan;
const theirs: Document = { ...plan, id: idOf(41), own: false };
const fixed: Document = { ...plan, id: idOf(42), cannot: { ...plan.cannot, delete: 'Gmail keeps its messages.' } };
const elsewhere: Document = { ...plan, id: idOf(43), account: { ...plan.account, id: idOf(44) } };

it('takes one’s own documents, and counts those left out', () => {
  const part = ownPart([mine, theirs, { ...theirs, id: idOf(45) }], 'share');
  expect([part.documents, partName('Share', part), part.why]).toEqual([[mine], 'Share 1 of 3', '2 belong to others.']);
  expect(ownPart([mine, theirs], 'share').why).toBe('1 belongs to someone else.');
});

it('refuses with the reason when nothing is left', () => {
  expect(ownPart([theirs], 'transfer')).toMatchObject({ documents: [], why: 'Only the owner can transfer this.' });
  expect(ownPart([theirs, theirs], 'share').why).toBe('These belong to others. You can only share your own files.');
  expect(changeablePart([fixed], 'delete')).toMatchObject({ documents: [], why: 'Gmail keeps its messages.' });
  expect(partName('Delete', changeablePart([fixed], 'delete'))).toBe('Delete');
});

it('gives no reason when nothing is left out', () => {
  const part = changeablePart([mine, fixed], 'change');
  expect([part.documents.length, part.why, partName('Move', part)]).toEqual([2, undefined, 'Move']);
});

it('leaves out documents that can’t be deleted, and takes one place at a time', () => {
  const part = changeablePart([mine, fixed], 'delete');
  expect([part.documents, part.why, partName('Delete', part)]).toEqual([
    [mine],
    '1 left out: Gmail keeps its messages.',
    'Delete 1 of 2',
  ]);
  expect(changeablePart([mine, elsewhere], 'delete')).toMatchObject({
    documents: [],
    why: 'These are in different places. Choose from one place at a time.',
  });
});
