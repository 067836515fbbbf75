import { expect, it } from 'vitest';
import { indexWords } from '../../../platform/text/index-words.ts';
import { askedTerm, definitionIn } from './definitions.ts';

it.each([
  ['What is a covered work in the license?', ['covered', 'work']],
  ['What does “Larger Work” mean in the Mozilla Public License?', ['larger', 'work']],
  ['What does the term Legal Entity mean?', ['legal', 'entity']],
  ['What’s delegation?', ['delegation']],
  ['Was ist eine Bauvoranfrage?', ['bauvoranfrage']],
  ['Was bedeutet der Begriff Zwischennutzung im Mietvertrag?', ['zwischennutzung']],
  ['Que signifie le terme « bail » dans le contrat ?', ['bail']],
  ['How high is the rent?', []],
  ['What is the easiest way that anybody knows who has tried it?', []],
])('%s', (question, term) => {
  expect(askedTerm(question)).toEqual(term);
});

/** How surely a text defines the term, and the text from there on. */
function definition(body: string, term: string) {
  const tokens = indexWords(body);
  const positions = term
    .split(' ')
    .map((word) => new Set(tokens.flatMap(({ text }, index) => (text === word ? [index + 1] : []))));
  const found = definitionIn(body, tokens, positions);
  return found && [found.sureness, body.slice(found.at)];
}

it('finds where a text defines a term', () => {
  expect(definition('A work. “Larger Work” means a work of two.', 'larger work')).toEqual([1, 'means a work of two.']);
  expect(definition('In it, Larger Work shall mean all of it.', 'larger work')).toEqual([1, 'mean all of it.']);
  expect(definition('A larger work is a\nwork of two.', 'larger work')).toEqual([0.6, 'is a\nwork of two.']);
});

it('prefers “means” to a mere “is”', () => {
  expect(definition('The fee is due. Fee means what is paid.', 'fee')).toEqual([1, 'means what is paid.']);
});

it('takes no mere mention of the term for a definition', () => {
  expect(definition('He says that a larger work is better.', 'larger work')).toBeNull();
  expect(definition('It is a larger work. Means are given.', 'larger work')).toBeNull();
  expect(definition('A work that is larger means trouble.', 'larger work')).toBeNull();
  expect(definition('Nothing of it.', 'larger work')).toBeNull();
});
