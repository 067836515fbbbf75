import { expect, it } from 'vitest';
import { indexWords } from './index-words.ts';

it('takes what every object has for words like others', () => {
  expect(indexWords('constructor toString C++').map(({ text }) => text)).toEqual([
    'constructor',
    'tostring',
    'cplusplus',
  ]);
});
