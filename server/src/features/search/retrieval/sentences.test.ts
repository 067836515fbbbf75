import { expect, it } from 'vitest';
import { partsOf } from './sentences.ts';

/** Sentences, each with what it stands under. */
function read(text: string) {
  const parts = partsOf(text);
  for (const { start, text: part } of parts) expect(text.slice(start, start + part.length)).toBe(part);
  return parts.flatMap(({ text: sentence, isHeading, under }) =>
    isHeading ? [] : [[under === null ? null : parts[under]!.text, sentence]],
  );
}

it('takes a line above sentences for their heading, until the next one', () => {
  expect(
    read(
      '7. Termination\nEither side may end it with notice of four weeks. It says so in writing.\n8. Law\nThe law of Germany applies.',
    ),
  ).toEqual([
    ['7. Termination', 'Either side may end it with notice of four weeks.'],
    ['7. Termination', 'It says so in writing.'],
    ['8. Law', 'The law of Germany applies.'],
  ]);
});

it('takes the word that begins a line for the heading of the line', () => {
  expect(read('Backup. Every night everything is copied.\nThe server stands in the cellar.')).toEqual([
    ['Backup.', 'Every night everything is copied.'],
    [null, 'The server stands in the cellar.'],
  ]);
});

it('keeps items, rows and lines of slides, which are no headings of what follows', () => {
  expect(
    read('- All receipts of the quarter\n- Bank statements, with the loan\nLevel | Euros a month\n1 | 1400 | 1900').map(
      ([under]) => under,
    ),
  ).toEqual([null, null, null, null]);
});

it('leaves out who wrote a message to whom, and what it is called', () => {
  expect(
    read(
      'A toilet at the landing\nAda <ada@example.com>\nTo Oskar <oskar@kestrel.example>\nWould Kestrel pay for one? Dr. Vogt asks for it.',
    ),
  ).toEqual([
    ['A toilet at the landing', 'Would Kestrel pay for one?'],
    ['A toilet at the landing', 'Dr. Vogt asks for it.'],
  ]);
});
