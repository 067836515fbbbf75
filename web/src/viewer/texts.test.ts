import { expect, it } from 'vitest';
import { decodeText } from './decode-text.ts';
import { findHits } from './pdf/find-hits.ts';
import { Problem, problemOf } from './problem.ts';
import { reachesOut, withoutRemote } from './remote-images.ts';

it.each([
  ['UTF-8', Buffer.from('Grüße 🌾'), 'Grüße 🌾'],
  ['UTF-8 cut within a character', Buffer.from('Grüße 🌾').subarray(0, -1), 'Grüße '],
  ['UTF-16', Buffer.from('\ufeffGrüße', 'utf16le'), 'Grüße'],
  ['Windows', Buffer.from('Grüße', 'latin1'), 'Grüße'],
])('reads %s', (_, bytes, text) => {
  expect(decodeText(bytes)).toBe(text);
});

it('does not take bytes for text', () => {
  expect(() => decodeText(Uint8Array.of(80, 75, 0, 4))).toThrow('not text');
});

it('finds text in small and capital letters', () => {
  expect(findHits('Wheat, wheat and WHEAT', 'wheat')).toEqual([0, 7, 17]);
  expect(findHits('aaaa', 'aa')).toEqual([0, 2]);
  expect(findHits('anything', '')).toEqual([]);
});

it('takes out of styles what they fetch from elsewhere', () => {
  const style =
    "color:red; background: url('https://spy.example/1.gif') no-repeat; @import '//spy.example/x.css'; top:1px";
  expect(reachesOut(style)).toBe(true);
  expect(withoutRemote(style)).toBe('color:red; background: none no-repeat;  top:1px');
  expect(reachesOut('background:url(data:image/png;base64,AA)')).toBe(false);
});

it('tells what is wrong in a sentence', () => {
  expect(problemOf(new Problem('This file is empty.'))).toBe('This file is empty.');
  expect(problemOf(new Error('Invalid PDF structure.\n  at x'))).toBe('This file is damaged: Invalid PDF structure.');
  expect(problemOf(undefined)).toBe('This file is damaged: undefined.');
});
