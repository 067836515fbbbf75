import { expect, it } from 'vitest';
import { isLocalPath } from './return-path.ts';

it.each(['/', '/members', '/labels/1?page=2#top'])('%s is a path of ours', (path) => {
  expect(isLocalPath(path)).toBe(true);
});

it.each(['//evil.example', '/\\evil.example', 'https://evil.example', 'members', ''])('%s is not', (path) => {
  expect(isLocalPath(path)).toBe(false);
});
