import { expect, it } from 'vitest';
import { sketchOf } from './sketch-lines.ts';

it('sketches a text with its first line as heading', () => {
  expect(sketchOf('Audit on 21 May\nThe auditor comes at nine.\nLunch is ordered.')).toEqual({
    heading: 'Audit on 21 May',
    lines: ['The auditor comes at nine.', 'Lunch is ordered.'],
  });
  expect(sketchOf('One line only')).toEqual({ heading: undefined, lines: ['One line only'] });
  const long = 'word '.repeat(30).trim();
  expect(sketchOf(`${long}\nnext`)).toEqual({ heading: undefined, lines: [long, 'next'] });
});

it('sketches a mail by its subject, sender and text', () => {
  expect(sketchOf('Subject\nAda L <ada@example.com>\nTo Oskar <oskar@example.com>\nDear Oskar,')).toEqual({
    heading: 'Subject',
    lines: ['Ada L', 'Dear Oskar,'],
  });
});

it('sketches a table by its first rows and cells', () => {
  const rows = Array.from({ length: 20 }, (_, row) => Array.from({ length: 8 }, (_, cell) => `${row}.${cell}`));
  const { rows: shown } = sketchOf(rows.map((cells) => cells.join(' | ')).join('\n')) as { rows: string[][] };
  expect(shown).toHaveLength(9);
  expect(shown[1]).toEqual(['1.0', '1.1', '1.2', '1.3']);
});
