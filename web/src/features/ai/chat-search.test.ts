import { expect, it } from 'vitest';
import { chatSearch, idsIn } from './chat-search.ts';

const id = '0198a2b4-0000-7000-8000-000000000001';
const other = '0198a2b4-0000-7000-8000-000000000002';

it('keeps known parameters', () => {
  expect(chatSearch({ thread: id, preview: other, documents: `${id},${other}` })).toEqual({
    thread: id,
    preview: other,
    documents: `${id},${other}`,
  });
});

it('drops invalid ids', () => {
  expect(chatSearch({ thread: '7', preview: ['x'], documents: 'a,b' })).toEqual({});
  expect(chatSearch({ documents: `${id},x,${id}` })).toEqual({ documents: id });
});

it('keeps at most as many documents as a question may have', () => {
  const many = Array.from({ length: 150 }, (_, n) => `0198a2b4-0000-7000-8000-${String(n).padStart(12, '0')}`);
  expect(idsIn(many.join(','))).toHaveLength(100);
});
