import { expect, it } from 'vitest';
import { splitCitations } from './split-citations.ts';

it('finds citations and sentences without a source', () => {
  expect(splitCitations('It is due [1][12]. Soon. [unsupported]')).toEqual([
    { as: 'text', text: 'It is due ' },
    { as: 'citation', number: 1 },
    { as: 'citation', number: 12 },
    { as: 'text', text: '. Soon. ' },
    { as: 'unsupported' },
  ]);
});

it('leaves other brackets alone', () => {
  expect(splitCitations('[x] [1234] []')).toEqual([{ as: 'text', text: '[x] [1234] []' }]);
});
