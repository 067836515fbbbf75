import { expect, it } from 'vitest';
import { hasPart, partsOf, withoutParts, withPart } from './scope.ts';

const label = { kind: 'label', id: 'l1' } as const;
const account = { kind: 'account', id: 'a1' } as const;

it('adds and removes parts', () => {
  const scope = withPart(withPart({}, label), account);
  expect(scope).toEqual({ label_ids: ['l1'], account_ids: ['a1'] });
  expect(partsOf(scope)).toEqual([account, label]);
  expect(withPart(scope, label)).toBe(scope);
  expect(hasPart(scope, label)).toBe(true);
  expect(withoutParts(scope, [label])).toEqual({ account_ids: ['a1'] });
  expect(withoutParts(scope, [label, account])).toEqual({});
});

it('takes at most as many parts as a question may have', () => {
  const full = { document_ids: Array.from({ length: 100 }, (_, n) => String(n)) };
  expect(withPart(full, { kind: 'document', id: 'one more' })).toBe(full);
});
