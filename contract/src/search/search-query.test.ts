import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatSearch, parseSearch, type SearchTerm, searchDay, termAt } from './search-query.ts';

const bare = (terms: SearchTerm[]) => terms.map(({ start: _start, end: _end, ...term }) => term);
const texts = (query: string) =>
  parseSearch(query).map((term) =>
    [term.excluded ? '-' : '', term.kind, term.kind === 'operator' ? `${term.operator}=${term.value}` : term.text].join(
      ' ',
    ),
  );

describe('the search language', () => {
  it('has words, phrases, excluded terms and operators', () => {
    expect(texts('harbour "two words" -draft type:PDF label:"Tax 2025" -in:Archive before:2026-03')).toEqual([
      ' word harbour',
      ' phrase two words',
      '- word draft',
      ' operator type=PDF',
      ' operator label=Tax 2025',
      '- operator in=Archive',
      ' operator before=2026-03',
    ]);
  });

  it('treats senseless operators as words', () => {
    expect(texts('http://example.com note:this type:nonsense before:someday after:2026-02-30 10:30')).toEqual([
      ' word http://example.com',
      ' word note:this',
      ' word type:nonsense',
      ' word before:someday',
      ' word after:2026-02-30',
      ' word 10:30',
    ]);
    expect(texts('"" - "open phrase')).toEqual([' word -', ' phrase open phrase']);
  });

  it('recognizes an operator without a value yet', () => {
    expect(texts('plan label: label:"')).toEqual([' word plan', ' operator label=', ' operator label=']);
    const query = 'plan label:tax more';
    expect(termAt(parseSearch(query), 12)).toMatchObject({ operator: 'label', value: 'tax', start: 5, end: 14 });
    expect(termAt(parseSearch(query), 0)).toBeUndefined();
  });

  it('parses any text, and gets the same terms from what it formats', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.constantFrom('type:', 'pdf', '"', '-', ':', ' ', 'before:', '2026', 'label:"a b"', '\\', '\n', '--', '""'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const terms = parseSearch(pieces.join(''));
        expect(bare(parseSearch(formatSearch(terms)))).toEqual(bare(terms));
      }),
      { numRuns: 2_000 },
    );
  });

  it('finds the day of a date', () => {
    const now = new Date('2026-03-01T01:00:00Z');
    expect(['2026', '2026-3', '2026/03/09', 'Yesterday', 'today'].map((value) => searchDay(value, now))).toEqual([
      '2026-01-01',
      '2026-03-01',
      '2026-03-09',
      '2026-02-28',
      '2026-03-01',
    ]);
    expect(['', '26', '2026-13', '0000', 'soon'].map((value) => searchDay(value, now))).toEqual(
      Array(5).fill(undefined),
    );
  });
});
