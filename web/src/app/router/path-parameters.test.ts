import { expect, it } from 'vitest';
import { cardSearch } from '../../features/billing/card-search.ts';
import { otherWorkspaceSearch } from './other-workspace-search.ts';

it.each(['/\t/evil.example', '//evil.example', '/\\evil.example', 'https://evil.example', ['/plans'], null])(
  'drops a path parameter that holds %j',
  (given) => {
    expect(cardSearch({ return: given })).toEqual({});
    expect(otherWorkspaceSearch({ link: given })).toEqual({});
  },
);

it('keeps a path parameter that holds a path of this site', () => {
  expect(cardSearch({ return: '/plans' })).toEqual({ return: '/plans' });
  expect(otherWorkspaceSearch({ link: '/directory?org=1' })).toEqual({ link: '/directory?org=1' });
});
