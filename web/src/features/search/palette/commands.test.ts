import { expect, it } from 'vitest';
import { actions, matching, pages } from './commands.ts';

const names = (typed: string) => matching([...pages, ...actions], typed).map(({ name }) => name);

it('finds commands by prefixes of their words', () => {
  expect(names('coll')).toEqual(['Collections', 'Create a collection']);
  expect(names('  SWITCH cl ')).toEqual(['Switch cloud']);
  expect(names('ollections')).toEqual([]);
});

it('finds commands by synonyms, and all commands without words', () => {
  expect(names('team')).toEqual(['Members']);
  expect(names('new member')).toEqual([]);
  expect(names('')).toHaveLength(pages.length + actions.length);
});
