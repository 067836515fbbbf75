import { expect, it } from 'vitest';
import { numbersIn } from './rank-passages.ts';

it.each([
  ['[4, 1, 7]', [4, 1, 7]],
  ['4, 1, 7', [4, 1, 7]],
  ['Passage [2] says most of 2019, so: [3, 1]', [3, 1]],
  ['```json\n[2,1]\n```', [2, 1]],
  ['[1, 1, 0, 99, 2]', [1, 2]],
  ['[]', []],
  ['', []],
  ['None of the 7 passages from 2019 helps.', []],
  ['[the first, 3]', []],
])('extracts the numbers of passages from “%s”', (said, numbers) => expect(numbersIn(said, 7)).toEqual(numbers));
