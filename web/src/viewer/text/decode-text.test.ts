import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';

it.each([
  ['UTF-8', Buffer.from('Grüße 🌾'), 'Grüße 🌾'],
  ['UTF-8 cut within a character', Buffer.from('Grüße 🌾').subarray(0, -1), 'Grüße '],
  ['UTF-16', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
  ['Windows', Buffer.from('Grüße', 'latin1'), 'Grüße'],
  ['what it says itself', Buffer.from('<meta charset=koi8-r>\xd2.', 'latin1'), '<meta charset=koi8-r>р.'],
])('reads %s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});

it('does not treat binary data as text', () => {
  expect(() => decodeText(Uint8Array.of(80, 75, 0, 4))).toThrow('isn’t text');
});
