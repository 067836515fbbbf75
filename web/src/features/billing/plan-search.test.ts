import { expect, it } from 'vitest';
import { planSearch } from './plan-search.ts';

it.each([
  [
    { plan: 'team', interval: 'year' },
    { plan: 'team', interval: 'year' },
  ],
  [{ plan: 'team', interval: 'week' }, null],
  [{ plan: 'toString', interval: 'month' }, null],
  [{ interval: 'month' }, null],
  [{}, null],
])('reads %j as %j', (search, choice) => expect(planSearch(search)).toEqual(choice));
