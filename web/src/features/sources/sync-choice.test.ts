import type { FileMode } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { mayRemove } from './sync-choice.ts';

const choice = (file_mode: FileMode, ...ids: string[]) => ({
  file_mode,
  file_selected_folders: ids.map((id) => ({ id, name: id })),
});

it.each([
  ['none', [], 'selected', ['a']],
  ['none', [], 'all', []],
  ['all', [], 'all', []],
  ['selected', ['a'], 'all', []],
  ['selected', ['a'], 'selected', ['a', 'b']],
] as const)('from %s %j to %s %j removes nothing', (mode, ids, next, nextIds) => {
  expect(mayRemove(choice(mode, ...ids), choice(next, ...nextIds))).toBe(false);
});

it.each([
  ['all', [], 'selected', ['a']],
  ['all', [], 'none', []],
  ['selected', ['a'], 'none', []],
  ['selected', ['a', 'b'], 'selected', ['b', 'c']],
] as const)('from %s %j to %s %j may remove something', (mode, ids, next, nextIds) => {
  expect(mayRemove(choice(mode, ...ids), choice(next, ...nextIds))).toBe(true);
});
