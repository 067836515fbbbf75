import { expect, it } from 'vitest';
import { readAnswer } from './shown-names.ts';

const forged = 'invoice\u202efdp.exe';
const honest = 'invoice\ufffdfdp.exe';

it('shows names in their written order, wherever they occur', () => {
  const answer = {
    data: [{ id: forged, name: forged, location: [{ id: forged, name: forged }], conversation: { people: [forged] } }],
    message: `“${forged}” already exists`,
  };
  expect(readAnswer(JSON.stringify(answer))).toEqual({
    data: [{ id: forged, name: honest, location: [{ id: forged, name: honest }], conversation: { people: [honest] } }],
    message: `“${honest}” already exists`,
  });
});

it.each(['\u202a', '\u202b', '\u202c', '\u202d', '\u202e', '\u2066', '\u2067', '\u2068', '\u2069'])(
  'hides the mark %j',
  (mark) => {
    expect(readAnswer(JSON.stringify({ name: `a${mark}b` }))).toEqual({ name: 'a\ufffdb' });
  },
);

it('leaves names in other scripts unchanged, and throws on invalid JSON', () => {
  const names = { name: 'חשבונית.pdf', title: 'فاتورة\u200f (2).pdf', count: 1, none: null };
  expect(readAnswer(JSON.stringify(names))).toEqual(names);
  expect(() => readAnswer('<html>')).toThrow(SyntaxError);
});
