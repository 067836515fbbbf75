import { expect, it } from 'vitest';
import { parseRtf } from './rtf-text.ts';

it.each([
  ['{\\rtf1\\ansi{\\fonttbl{\\f0 Arial;}}Hello\\par World}', 'Hello\nWorld'],
  ["{\\rtf1 caf\\'e9 \\u8364?5 \\{x\\}}", 'café €5 {x}'],
  ['{\\rtf1{\\*\\generator Word;}{\\info{\\title T}}text}', 'text'],
  ['{\\rtf1 \\b bold\\b0  and {\\i more}}', 'bold and more'],
  ['{\\rtf1 never closed', 'never closed'],
  ["{\\rtf1\\ansicpg932 \\'93\\'fa\\'96\\'7b}", '日本'],
  ['{\\rtf1{\\header page 1}{\\footerl draft}text}', 'text'],
])('reads %j', (rtf, text) => {
  expect(parseRtf(Buffer.from(rtf))).toBe(text);
});

it('rejects files that are not rich text', () => {
  expect(() => parseRtf(Buffer.from('hello'))).toThrow('isn’t rich text');
});
