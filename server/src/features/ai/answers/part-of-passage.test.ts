import { expect, it } from 'vitest';
import type { ReadSentence } from '../../search/index.ts';
import type { Evidence } from './evidence.ts';
import { partOfPassage } from './part-of-passage.ts';
import { quotedAnswer } from './quoted-answer.ts';

type Said = [text: string, coverage: number, heading?: string];

/** A passage of these sentences, each with its share of the question. */
function passage(said: readonly Said[], documentId = 'a document', fit = 1): Evidence {
  const body = said.map(([text]) => text).join('\n');
  const sentences = said.map(
    ([text, coverage, heading = null]): ReadSentence => ({
      start: body.indexOf(text),
      text,
      coverage,
      contextCoverage: coverage,
      support: coverage,
      definition: text.includes(' means ') ? 1 : 0,
      heading,
    }),
  );
  const evidence = { documentId, documentName: documentId, modifiedAt: null, body, sentences, fit, leg: 'words' };
  return evidence as unknown as Evidence;
}

const quoted = (said: readonly Said[]) => partOfPassage(passage(said))?.quote.text;

it('starts with the sentence that says most of the question and continues below the same heading', () => {
  const [before, best, next, elsewhere] = ['Before it.', 'The best of all.', 'And what follows.', 'Of something else.'];
  expect(
    quoted([
      [before, 0.5],
      [best, 0.9],
      [next, 0.1],
      [elsewhere, 0.2, 'Heading'],
    ]),
  ).toBe(`${best}\n${next}`);
  expect(
    quoted([
      [best, 0.9],
      ['x'.repeat(390), 0.1],
    ]),
  ).toBe(best);
});

it('quotes a row of a table alone', () => {
  expect(
    quoted([
      ['Name | Price', 0.1],
      ['Chair | 40', 0.9],
      ['Table | 90', 0.1],
    ]),
  ).toBe('Chair | 40');
});

it('starts with the definition of a term where that is asked', () => {
  expect(
    quoted([
      ['A larger work is larger.', 1],
      ['“Larger Work” means a work of two.', 0.6],
    ]),
  ).toMatch(/^“Larger Work” means/);
});

it('answers when something happens with a time or with what happens first', () => {
  const isAnswered = (said: string, question: string) => quotedAnswer(question, [passage([[said, 1]])]).supported;
  expect(isAnswered('If the roof leaks, it ends.', 'When does the lease end?')).toBe(true);
  expect(isAnswered('The lease ends on 3 May.', 'When does the lease end?')).toBe(true);
  expect(isAnswered('The lease ends some day.', 'When does the lease end?')).toBe(false);
  expect(isAnswered('If the roof leaks, it ends.', 'How long does the lease go on?')).toBe(false);
});

it('quotes no question', () => {
  expect(
    quoted([
      ['- Why is the roof green?', 1],
      ['Copper is green after some years.', 0.4],
    ]),
  ).toMatch(/^Copper/);
  expect(quoted([['Why is the roof green?', 1]])).toBeUndefined();
});

it('answers with a part of each passage that is nearly as good as the best, and of no other', () => {
  const documents = ['a', 'b', 'c', 'd', 'e', 'f'];
  const evidence = documents.map((id, at) =>
    passage([[`The roof of ${id} is green.`, 0.9 - at / 10]], id, at === 1 ? 0.5 : 1),
  );
  const { quotes, supported } = quotedAnswer('Which roof is green?', evidence);
  expect(supported).toBe(true);
  expect(quotes.map((quote) => quote.evidence.documentId)).toEqual(['a', 'c', 'd', 'e']);
  expect(quotedAnswer('Which roof is green?', evidence.slice(3)).supported).toBe(false);
});
