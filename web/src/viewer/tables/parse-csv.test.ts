import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseCsv } from './parse-csv.ts';

it.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a;b\r\n"1;x";2',
    [
      ['a', 'b'],
      ['1;x', '2'],
    ],
  ],
  [
    'a\tb\rx\ty',
    [
      ['a', 'b'],
      ['x', 'y'],
    ],
  ],
  ['"say ""hi""","two\nlines",', [['say "hi"', 'two\nlines', '']]],
  ['"open', [['open']]],
  ['"a"b,c', [['ab', 'c']]],
  ['', []],
])('reads %j', (text, rows) => {
  expect(parseCsv(text, 100)).toEqual({ rows, cut: false });
});

it('stops after the requested rows', () => {
  expect(parseCsv('a\nb\nc\n', 2)).toEqual({ rows: [['a'], ['b']], cut: true });
});

it('reads back everything that was written', () => {
  const field = fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\n', '\r', ' ', 'é') });
  const rows = fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { maxLength: 6 });
  const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
  fc.assert(
    fc.property(rows, (table) => {
      const text = table.map((row) => `${row.map(quote).join(',')}\r\n`).join('');
      expect(parseCsv(text, 1000, ',').rows).toEqual(table);
    }),
  );
});
