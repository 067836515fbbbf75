import { expect, it } from 'vitest';
import { findText, findWords, lettersOf } from './find-text.ts';

const cut = (text: string, quote: string) => {
  const span = findText(lettersOf(text), quote);
  return span && text.slice(...span);
};

it.each([
  ['The rent is\n  1,200 euros a month.', 'rent is 1,200 euros', 'rent is\n  1,200 euros'],
  ['**Payment** is due in 30 days', 'Payment is due', 'Payment** is due'],
  ['The of\ufb01ce in Zu\u0308rich', 'the office in Zürich', 'The of\ufb01ce in Zu\u0308rich'],
  ['pay-\nment terms', 'payment terms', 'pay-\nment terms'],
  ['合同于 2025 年', '合同于2025年', '合同于 2025 年'],
  ['Hello 🌾 world', 'hello world', 'Hello 🌾 world'],
])('finds in %j the quote %j', (text, quote, found) => {
  expect(cut(text, quote)).toBe(found);
});

it('finds nothing without a match', () => {
  expect(cut('anything', 'something else')).toBeNull();
  expect(cut('anything', ' … ')).toBeNull();
});

it('finds words in order, without overlaps, up to the limit', () => {
  const text = 'Invoice of the proof invoices';
  const found = findWords(lettersOf(text), ['invoices', 'invoice', 'of'], 10);
  expect(found.map((span) => text.slice(...span))).toEqual(['Invoice', 'of', 'invoices']);
  expect(findWords(lettersOf('a a a a'), ['a'], 2)).toHaveLength(2);
});
