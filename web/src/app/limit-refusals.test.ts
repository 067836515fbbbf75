import { expect, it } from 'vitest';
import { limitRefusals, moreRefused } from './limit-refusals.ts';

it('reports the first of many refusals in a row by name, and each again after a pause', () => {
  const told: string[] = [];
  let time = 100_000;
  const refused = limitRefusals(
    (message) => told.push(message),
    () => time,
  );
  for (let n = 1; n <= 5; n++) {
    refused(`refused ${n}`);
    time += 9_000;
  }
  expect(told).toEqual(['refused 1', 'refused 2', 'refused 3', moreRefused, moreRefused]);
  time += 2_000;
  refused('refused 6');
  expect(told.at(-1)).toBe('refused 6');
});
