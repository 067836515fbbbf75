import { expect, it } from 'vitest';
import { cutText } from './text.ts';

it('cuts a text between characters', () => {
  expect(cutText('äöü', 5)).toEqual({ text: 'äö', isCut: true });
  expect(cutText('äöü', 6)).toEqual({ text: 'äöü', isCut: false });
  expect(cutText('a😀', 4)).toEqual({ text: 'a', isCut: true });
});
