import { expect, it } from 'vitest';
import {
  clear,
  click,
  isPageSelected,
  move,
  nothing,
  type SelectionState,
  selectAll,
  selectEverything,
  show,
  touch,
  unselectPage,
} from './selection.ts';

const page = show(nothing, ['a', 'b', 'c', 'd', 'e']);
const chosen = ({ selected }: SelectionState) => [...selected].sort().join('');

it('selects one with a click, and adds and removes with Ctrl-click', () => {
  let state = click(page, 'b');
  expect(chosen(state)).toBe('b');
  state = click(state, 'd', { toggle: true });
  expect(chosen(state)).toBe('bd');
  state = click(state, 'b', { toggle: true });
  expect(chosen(state)).toBe('d');
  expect(chosen(click(state, 'a'))).toBe('a');
});

it('selects from the anchor with Shift-click, in both directions', () => {
  let state = click(page, 'c');
  state = click(state, 'e', { range: true });
  expect(chosen(state)).toBe('cde');
  state = click(state, 'a', { range: true });
  expect(chosen(state)).toBe('abc');
});

it('adds a range to the selection with Ctrl-Shift-click', () => {
  let state = click(page, 'a');
  state = click(state, 'd', { toggle: true });
  state = click(state, 'e', { range: true, toggle: true });
  expect(chosen(state)).toBe('ade');
});

it('moves with the arrow keys, and stops at the ends', () => {
  let state = move(page, 1);
  expect([state.active, chosen(state)]).toEqual(['a', 'a']);
  state = move(state, 1);
  expect([state.active, chosen(state)]).toEqual(['b', 'b']);
  state = move(state, 10);
  expect(state.active).toBe('e');
  state = move(state, 1);
  expect(state.active).toBe('e');
  expect(move(page, -1).active).toBe('e');
  expect(move(nothing, 1)).toBe(nothing);
});

it('grows and shrinks the range with Shift and the arrow keys', () => {
  let state = click(page, 'b');
  state = move(state, 1, true);
  state = move(state, 1, true);
  expect(chosen(state)).toBe('bcd');
  state = move(state, -1, true);
  expect(chosen(state)).toBe('bc');
  state = move(state, -2, true);
  expect(chosen(state)).toBe('ab');
});

it('selects all and clears the selection', () => {
  expect(chosen(selectAll(page))).toBe('abcde');
  expect(chosen(clear(selectAll(page)))).toBe('');
  expect(clear(click(page, 'c')).active).toBe('c');
});

const place = (key: string, area = 'place') => ({ key, area });

it('keeps the selection while paging and filtering, but not in another place', () => {
  const first = show(nothing, ['a', 'b'], place('list 1'));
  const chosenHere = selectAll(show(first, ['a', 'b'], place('list 1')));
  const second = show(chosenHere, ['c', 'd'], place('list 2'));
  expect([chosen(second), isPageSelected(second), second.anchor]).toEqual(['ab', false, undefined]);
  expect(chosen(selectAll(second))).toBe('abcd');
  expect(chosen(unselectPage(selectAll(second)))).toBe('ab');
  expect(chosen(show(second, ['a'], place('filtered 1')))).toBe('ab');
  expect(chosen(show(second, ['x'], place('list 1', 'elsewhere')))).toBe('');
});

it('drops rows that are gone from the page', () => {
  const state = selectAll(show(nothing, ['a', 'b', 'c'], place('list 1')));
  expect(chosen(show(state, ['a', 'c', 'x'], place('list 1')))).toBe('ac');
  expect(show(click(state, 'c'), ['c', 'x'], place('list 1')).active).toBe('c');
});

it('contains everything until a row is removed or the list changes', () => {
  const all = selectEverything(show(nothing, ['a', 'b'], place('list 1')));
  const second = show(all, ['c', 'd'], place('list 2'));
  expect([second.everything, isPageSelected(second)]).toEqual([true, true]);
  expect(show(all, ['a'], place('filtered 1')).everything).toBe(false);
  const without = click(second, 'c', { toggle: true });
  expect([without.everything, chosen(without)]).toEqual([false, 'd']);
  expect(clear(all).everything).toBe(false);
});

it('adds what a rectangle touches to what was selected when it started', () => {
  const before = new Set(['e']);
  const state = touch(click(page, 'e'), ['b', 'c'], before);
  expect([chosen(state), state.anchor, state.active]).toEqual(['bce', 'b', 'c']);
  expect(chosen(touch(state, ['b'], before))).toBe('be');
  expect(chosen(touch(selectEverything(page), [], new Set()))).toBe('');
});
