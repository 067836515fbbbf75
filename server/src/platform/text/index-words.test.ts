import { expect, it } from 'vitest';
import { indexWords } from './index-words.ts';

it('treats names of object properties like other words', () => {
  expect(indexWords('constructor toString C++').map(({ text }) => text)).toEqual([
    'constructor',
    'tostring',
    'cplusplus',
  ]);
});
