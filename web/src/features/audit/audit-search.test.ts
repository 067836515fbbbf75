import { expect, it } from 'vitest';
import { auditSearch } from './audit-search.ts';

it('keeps known filters and drops everything else', () => {
  const search = {
    actor: '0192f0c1-2c3b-7d4e-8f5a-6b7c8d9e0f1a',
    action: 'shared',
    from: '2026-11-01',
    to: '2026-11-18',
  } as const;
  expect(auditSearch(search)).toEqual(search);
  expect(auditSearch({ actor: 'bob', action: 'toString', from: '0002-11-01', to: 7 })).toEqual({});
});
