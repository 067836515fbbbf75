import { describe, expect, it } from 'vitest';
import { overlap } from './overlap.ts';
import { type Kind, questions } from './questions.ts';
import { citedTexts, inOneLine } from './texts.ts';

const all = Object.values(questions).flat();
const texts = await citedTexts();

describe('the evaluation set', () => {
  it('cites documents that have names of their own', () => {
    const names = texts.map(({ name }) => name);
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
  });

  it('quotes its documents to the letter, and no other has the quote', () => {
    const wrong = all.flatMap(({ ask, answers }) =>
      answers.flatMap(({ document, quote }) => {
        const found = texts.filter(({ text }) => text.includes(inOneLine(quote))).map(({ name }) => name);
        return found.length === 1 && found[0] === document ? [] : [{ ask, document, found }];
      }),
    );
    expect(wrong).toEqual([]);
  });

  it('has as many questions of each kind as a verdict needs, none twice', () => {
    const least: Record<Kind, number> = {
      ordinary: 40,
      paraphrased: 40,
      messages: 20,
      languages: 20,
      unanswerable: 30,
    };
    for (const [kind, number] of Object.entries(least))
      expect(questions[kind as Kind].length, kind).toBeGreaterThanOrEqual(number);
    expect(new Set(all.map(({ ask }) => ask)).size).toBe(all.length);
    for (const { ask, answers } of all)
      expect(answers.length > 0, ask).toBe(!questions.unanswerable.some((question) => question.ask === ask));
  });

  it('paraphrases in other words than those of the answer', () => {
    const near = questions.paraphrased.flatMap(({ ask, answers }) =>
      answers.map(({ quote }) => ({ ask, share: overlap(ask, quote) })).filter(({ share }) => share > 0.25),
    );
    expect(near).toEqual([]);
    expect(overlap('How many skylights are painted?', 'Three skylights were painting the ridge.')).toBe(1);
  });
});
