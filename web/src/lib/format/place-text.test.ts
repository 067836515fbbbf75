import { expect, it } from 'vitest';
import { placeText } from './place-text.ts';

it('describes where a passage is', () => {
  expect(placeText({ kind: 'page', value: '3', row: null })).toBe('Page 3');
  expect(placeText({ kind: 'slide', value: '2', row: null })).toBe('Slide 2');
  expect(placeText({ kind: 'sheet', value: 'Open items', row: 8 })).toBe('Sheet “Open items”, row 8');
  expect(placeText({ kind: 'sheet', value: 'Open items', row: null })).toBe('Sheet “Open items”');
  expect(placeText({ kind: 'sheet', value: null, row: 8 })).toBe('Row 8');
  expect(placeText({ kind: 'message', value: 'an id', row: null })).toBe('Message');
});

it('is undefined when the place is unknown', () => {
  expect(placeText({ kind: 'text', value: '12', row: null })).toBeUndefined();
  expect(placeText({ kind: 'page', value: null, row: null })).toBeUndefined();
  expect(placeText({ kind: 'sheet', value: null, row: null })).toBeUndefined();
});
