import { expect, it } from 'vitest';
import { holds, isQuoted, isRight, isShown } from './score.ts';

const quote = 'The fee is 11.5 percent of the building cost.';
const question = { ask: 'What is the fee?', written: 'before' as const, answers: [{ document: 'a', quote }] };

it('finds a quote however its lines are broken, and the larger part of a divided one', () => {
  expect(holds('2. Fee\nThe fee is 11.5 percent\nof the building cost. More.', quote)).toBe(true);
  expect(holds('2. Fee\nThe fee is 11.5 percent of the', quote)).toBe(true);
  expect(holds('building cost. More.', quote)).toBe(false);
  expect(holds('The fee is 12 percent of the building cost.', quote)).toBe(false);
});

it('counts what is among the first five, and refusals of what nothing answers', () => {
  const filler = Array.from({ length: 4 }, () => ({ body: 'Something else.' }));
  const hit = { body: quote };
  const right = (passages: { body: string }[]) =>
    isRight({ question, outcome: { passages, quotes: null, closest: [] } });
  expect(right([...filler, hit])).toBe(true);
  expect(right([...filler, ...filler, hit])).toBe(false);
  const unanswerable = { ...question, answers: [] };
  expect(isRight({ question: unanswerable, outcome: { passages: [hit], quotes: [quote], closest: [] } })).toBe(false);
  expect(isRight({ question: unanswerable, outcome: { passages: [hit], quotes: null, closest: [quote] } })).toBe(true);
});

it('knows whether an answer quotes what answers', () => {
  const quoted = (quotes: string[] | null) => isQuoted({ question, outcome: { passages: [], quotes, closest: [] } });
  expect(quoted(['Something else.', `2. Fee. ${quote}`])).toBe(true);
  expect(quoted(['Something else.'])).toBe(false);
  expect(quoted(null)).toBe(false);
  const outcome = { passages: [], quotes: null, closest: [quote] };
  expect([isQuoted({ question, outcome }), isShown({ question, outcome })]).toEqual([false, true]);
});
