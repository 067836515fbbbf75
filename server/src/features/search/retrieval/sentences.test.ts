import { expect, it } from 'vitest';
import { partsOf } from './sentences.ts';

/** Sentences, each with its heading. */
function read(text: string) {
  const parts = partsOf(text);
  for (const { start, text: part } of parts) expect(text.slice(start, start + part.length)).toBe(part);
  return parts.flatMap(({ text: sentence, isHeading, under }) =>
    isHeading ? [] : [[under === null ? null : parts[under]!.text, sentence]],
  );
}

it('takes a line above sentences as their heading, until the next one', () => {
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

it('takes the word that starts a line as the heading of the line', () => {
  expect(read('Backup. Every night everything is copied.\nThe server stands in the cellar.')).toEqual([
    ['Backup.', 'Every night everything is copied.'],
    [null, 'The server stands in the cellar.'],
  ]);
});

it('keeps items, which are no headings of what follows', () => {
  expect(
    read(
      '- All receipts of the quarter\n- Bank statements, with the loan\nThey are sent to the auditor in the first week.',
    ),
  ).toEqual([
    [null, '- All receipts of the quarter'],
    [null, '- Bank statements, with the loan'],
    [null, 'They are sent to the auditor in the first week.'],
  ]);
  expect(
    read('1. Receipts of the quarter\n2. Statements of the bank\nThey are sent to the auditor in the first week.').at(
      -1,
    ),
  ).toEqual([null, 'They are sent to the auditor in the first week.']);
});

it('takes a row as one statement, under the names of its columns', () => {
  expect(read('Salaries\nLevel | Euros a month | Since\n1 | 1400. Or more | 1900\n2 | 1800 | 1950')).toEqual([
    ['Level | Euros a month | Since', '1 | 1400. Or more | 1900'],
    ['Level | Euros a month | Since', '2 | 1800 | 1950'],
  ]);
});

it('joins a line that broke only because it was full with the next', () => {
  const text = [
    'Payment',
    'The fee is due within thirty days after the invoice has been received, and the',
    'client pays interest of five percent from then on. Cheques are not accepted by',
    'The Studio.',
    'Law',
    'The law of Germany applies.',
  ].join('\n');
  expect(read(text)).toEqual([
    [
      'Payment',
      'The fee is due within thirty days after the invoice has been received, and the\nclient pays interest of five percent from then on.',
    ],
    ['Payment', 'Cheques are not accepted by\nThe Studio.'],
    ['Law', 'The law of Germany applies.'],
  ]);
});

it('leaves out sender, recipients and subject of a message', () => {
  expect(
    read(
      'A toilet at the landing\nAda <ada@example.com>\nTo Oskar <oskar@kestrel.example>\nWould Kestrel pay for one? Dr. Vogt asks for it.',
    ),
  ).toEqual([
    ['A toilet at the landing', 'Would Kestrel pay for one?'],
    ['A toilet at the landing', 'Dr. Vogt asks for it.'],
  ]);
});
