import { expect, it } from 'vitest';
import { progress, stepSearch, steps } from './steps.ts';

it('has seven steps', () => expect(steps).toHaveLength(7));

it('counts 0 below step 2, 40 to step 5, then 20 a step', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(progress)).toEqual([0, 40, 40, 40, 40, 60, 80, 100]);
});

it.each([
  [{ step: 3 }, { step: 3 }],
  [{ step: '8' }, { step: 8 }],
  [{}, {}],
  [{ step: 0 }, {}],
  [{ step: 9 }, {}],
  [{ step: 2.5 }, {}],
  [{ step: 'two' }, {}],
])('reads %j as %j', (search, read) => expect(stepSearch(search)).toEqual(read));
