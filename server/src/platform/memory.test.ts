import { expect, it } from 'vitest';
import { kept, Memory } from './memory.ts';

it('keeps one of each kind for an instance and shares none with another', () => {
  const namesOf = kept(() => new Set<string>());
  const countsOf = kept(() => new Set<string>());
  const [one, other] = [{ memory: new Memory() }, { memory: new Memory() }];
  namesOf(one).add('ada');
  expect([...namesOf(one)]).toEqual(['ada']);
  expect([...countsOf(one), ...namesOf(other)]).toEqual([]);
});
