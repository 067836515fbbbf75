import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Evidence } from '../answers/evidence.ts';
import { AnswerText } from './answer-text.ts';

const passage = {
  documentId: 'd',
  documentName: 'lease.pdf',
  folder: '',
  owner: 'Ada',
  modifiedAt: null,
  leg: 'words',
  sha256: Buffer.alloc(32),
  number: 0,
  body: 'The rent is due on the first of each month.\nNotice: “three months” before\nthe end of a quarter.',
  language: 'en',
  sentences: [
    {
      start: 0,
      text: 'The rent is due on the first of each month.',
      coverage: 0,
      contextCoverage: 0,
      definition: 0,
      support: 0,
      heading: null,
    },
  ],
  fit: 0,
  placeAt: () => ({ kind: 'page', value: '1', row: null }),
} satisfies Evidence;

function read(text: string, chunks = [text]) {
  const answer = new AnswerText((number) => (number === 1 ? passage : undefined));
  const shown = chunks.map((one) => answer.push(one)).join('') + answer.end();
  expect(shown).toBe(answer.content);
  return answer;
}

describe('citations', () => {
  it('are looked up and become numbers', () => {
    const { content, quotes } = read(
      'Monthly [[1: "due on the first of each month"]]. Again [[1: "due on the first of each month"]].',
    );
    expect(content).toBe('Monthly [1]. Again [1].');
    expect(quotes).toMatchObject([{ text: 'due on the first of each month', start: 12 }]);
  });
  it('may differ in white space and typographic signs, and keep the passage’s own', () => {
    expect(read('x [[1: "Notice: "three months" before the end of a quarter"]]').quotes[0]!.text).toBe(
      'Notice: “three months” before\nthe end of a quarter',
    );
  });
  it.each([
    '[1: "due on the first"]',
    '[1: “due on the first”]',
    '【1: "due on the first"】',
    '[[1, "due on the first"]]',
  ])('are recognized as %s as well', (text) => {
    const { content, quotes } = read(`Monthly ${text}.`);
    expect([content, quotes.map((quote) => quote.text)]).toEqual(['Monthly [1].', ['due on the first']]);
  });
  it.each(['[[1]]', '【1】', '【1†lease.pdf】'])(
    'without words, as %s, quote the sentence that says the same',
    (text) => {
      const { content, quotes } = read(`Hello. The rent is due on the first of the month ${text}.`);
      expect(content).toBe('Hello. The rent is due on the first of the month [1].');
      expect(quotes.map((quote) => quote.text)).toEqual(['The rent is due on the first of each month.']);
      expect(read(`The rent is due on day 15 of each month ${text}.`).quotes).toEqual([]);
    },
  );
  it.each([
    ['words that are not there', '[[1: "due on the second of each month"]]'],
    ['words of a passage that was not given', '[[2: "due on the first of each month"]]'],
    ['a number alone for something else', '[[1]]'],
    ['words that prove nothing', '[[1: "the"]]'],
    ['a quote that never ends', '[[1: "due on the first'],
  ])('are rejected for %s', (_, text) => {
    const { content, quotes } = read(`Rent ${text}`);
    expect(quotes).toEqual([]);
    expect(content).toMatch(/\[unsupported\]$/);
  });
});

it('removes numbers, links and pictures that the model made up', () => {
  const { content, quotes } = read(
    'A [1], [2, 3], [click](https://evil.example/?q=secret), ![x](https://evil.example/p.png) [unsupported] and [a list].',
  );
  expect(content).toBe('A , , click,   and (a list).');
  expect(quotes).toEqual([]);
});

it('reads the same however it is cut into pieces', () => {
  const text = 'So! [[1: "The rent is due"]] see [here](http://x.example) or ![y](z) [7] [[9: "no"]] [note] wow!';
  const whole = read(text);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1 }), (sizes) => {
      const chunks: string[] = [];
      for (let at = 0, n = 0; at < text.length; n += 1) {
        const size = sizes[n % sizes.length]!;
        chunks.push(text.slice(at, at + size));
        at += size;
      }
      const pieces = read(text, chunks);
      expect(pieces.content).toBe(whole.content);
      expect(pieces.quotes).toEqual(whole.quotes);
    }),
  );
});
