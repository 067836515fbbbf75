import { expect, it } from 'vitest';
import { cleanPassage } from './clean-passage.ts';

/** Cleans a passage whose words in brackets were found. */
function clean(marked: string, name = 'Other name') {
  const spans: [number, number][] = [];
  let body = '';
  for (const [index, part] of marked.split(/[[\]]/).entries()) {
    if (index % 2 === 1) spans.push([body.length, body.length + part.length]);
    body += part;
  }
  const found = cleanPassage(body, spans, name);
  if (!found) return null;
  const { text, spans: moved, origins } = found;
  const words = moved.map(([start, end]) => text.slice(start, end));
  expect(origins.map((at, index) => body.slice(at, at + words[index]!.length))).toEqual(words);
  return { text, words };
}

it('leaves out the document’s name, and the passage if only that matched', () => {
  expect(clean('Harbour brief\nThe [harbour] is deep.', 'Harbour brief.docx')).toEqual({
    text: 'The harbour is deep.',
    words: ['harbour'],
  });
  expect(clean('[Harbour] brief\nThe quay is long.', 'Harbour brief.docx')).toBeNull();
  expect(clean('Harbour brief\nThe quay is long.', 'Harbour brief.docx')!.text).toBe('The quay is long.');
});

it('shows the author of a message, without addresses and recipients', () => {
  const mail =
    'Toilet\nAda L <ada@example.com>\nTo Oskar <oskar@kestrel.example>, Chen <c@x.example>\nDear [Oskar], hello';
  expect(clean(mail, 'Toilet')).toEqual({ text: 'Ada L: Dear Oskar, hello', words: ['Oskar'] });
  expect(clean('[Chen] Wei <[chen]@example.com>\nYes')).toEqual({ text: 'Chen Wei: Yes', words: ['Chen'] });
});

it('keeps an address that was searched for', () => {
  expect(clean('Chen Wei <[chen@example.com]>\nYes')!.text).toBe('Chen Wei <chen@example.com>\nYes');
  expect(clean('See [https://example.com/a?b=c]')!.text).toBe('See https://example.com/a?b=c');
});

it('keeps the host of a link, and no markup', () => {
  expect(clean('The [plan] is at https://www.example.com/a/b?c=d#e, see there')!.text).toBe(
    'The plan is at example.com, see there',
  );
  expect(clean('# Title\n> **The** <b>[plan]</b> is ready')!.text).toBe('Title\nThe plan is ready');
  expect(clean('2 < 3 and 5 > [4]; a ** b')!.text).toBe('2 < 3 and 5 > 4; a ** b');
});

it('joins cells of a table around empty ones', () => {
  expect(clean('| | Total | | | [240]\nNext | 1')!.text).toBe('Total | 240\nNext | 1');
});
