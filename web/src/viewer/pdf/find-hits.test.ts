import { expect, it } from 'vitest';
import { findHits } from './find-hits.ts';

it('finds text regardless of case', () => {
  expect(findHits('Wheat, wheat and WHEAT', 'wheat')).toEqual([0, 7, 17]);
  expect(findHits('aaaa', 'aa')).toEqual([0, 2]);
  expect(findHits('anything', '')).toEqual([]);
});
