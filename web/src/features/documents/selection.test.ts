import { expect, it } from 'vitest';
import { clear, click, move, nothing, type SelectionState, selectAll, show } from './selection.ts';

const page = show(nothing, ['a', 'b', 'c', 'd', 'e']);
const chosen = ({ selected }: SelectionState) => [...selected].sort().join('');

it('a click chooses one, a click with ctrl adds and takes away', () => {
  let state = click(page, 'b');
  expect(chosen(state)).toBe('b');
  state = click(state, 'd', { toggle: true });
  expect(chosen(state)).toBe('bd');
  state = click(state, 'b', { toggle: true });
  expect(chosen(state)).toBe('d');
  expect(chosen(click(state, 'a'))).toBe('a');
});

it('a click with shift chooses from the anchor, in both directions', () => {
  let state = click(page, 'c');
  state = click(state, 'e', { range: true });
  expect(chosen(state)).toBe('cde');
  state = click(state, 'a', { range: true });
  expect(chosen(state)).toBe('abc');
});

it('shift and ctrl add a range to what is chosen', () => {
  let state = click(page, 'a');
  state = click(state, 'd', { toggle: true });
  state = click(state, 'e', { range: true, toggle: true });
  expect(chosen(state)).toBe('ade');
});

it('arrows move, and stop at the ends', () => {
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

it('shift with arrows grows and shrinks the range', () => {
  let state = click(page, 'b');
  state = move(state, 1, true);
  state = move(state, 1, true);
  expect(chosen(state)).toBe('bcd');
  state = move(state, -1, true);
  expect(chosen(state)).toBe('bc');
  state = move(state, -2, true);
  expect(chosen(state)).toBe('ab');
});

it('all and none', () => {
  expect(chosen(selectAll(page))).toBe('abcde');
  expect(chosen(clear(selectAll(page)))).toBe('');
  expect(clear(click(page, 'c')).active).toBe('c');
});

it('another page keeps only what it shows', () => {
  const state = show(selectAll(page), ['d', 'x']);
  expect(chosen(state)).toBe('d');
  expect(state.anchor).toBeUndefined();
  expect(show(click(page, 'd'), ['d', 'x']).active).toBe('d');
});
