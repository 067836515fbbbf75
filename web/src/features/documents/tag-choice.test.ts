import { expect, it } from 'vitest';
import { type Choice, changed, changesOf, coverageOf, toggled } from './tag-choice.ts';

const red = { id: 'red', name: 'Red' };
const blue = { id: 'blue', name: 'Blue' };
const green = { id: 'green', name: 'Green' };
/** The labels of three documents. */
const lists = [[red, blue], [red], [red]];
const none: Choice = new Map();

it('distinguishes all, some and none', () => {
  expect(['red', 'blue', 'green'].map((id) => coverageOf(lists, id))).toEqual(['all', 'some', 'none']);
  expect(coverageOf([], 'red')).toBe('none');
});

it('ticks a mixed tag first, then unticks it', () => {
  const ticked = toggled(none, 'blue', 'some');
  expect(ticked.get('blue')).toBe(true);
  expect(toggled(ticked, 'blue', 'some').get('blue')).toBe(false);
  expect(toggled(none, 'red', 'all').get('red')).toBe(false);
  expect(toggled(none, 'green', 'none').get('green')).toBe(true);
});

it('changes only touched tags whose state differs', () => {
  const all = [red, blue, green];
  expect(changesOf(all, lists, none)).toEqual({ add: [], remove: [] });
  const choice: Choice = new Map([
    ['red', true],
    ['blue', true],
    ['green', false],
  ]);
  expect(changesOf(all, lists, choice)).toEqual({ add: [blue], remove: [] });
  expect(changesOf(all, lists, new Map([['blue', false]]))).toEqual({ add: [], remove: [blue] });
});

it('adds a tag by name without duplicates', () => {
  expect(changed([red], { add: [blue, red], remove: [] })).toEqual([blue, red]);
  expect(changed([red, blue], { remove: [red] })).toEqual([blue]);
});
