import fc from 'fast-check';
import { expect, it } from 'vitest';

it.skipIf(process.env.TEST_SEED)('random cases are the same in every run', () => {
  const [first, second]: number[][] = [[], []];
  for (const seen of [first, second]) fc.assert(fc.property(fc.integer(), (value) => void seen!.push(value)));
  expect(first).toHaveLength(100);
  expect(second).toEqual(first);
});

it('a case that fails says how to run it again', () => {
  const cause = new Error('never right');
  const fails = fc.property(fc.integer(), () => {
    throw cause;
  });
  const message = expect.stringContaining('TEST_SEED=42 TEST_PATH=0 npx vitest run');
  expect(() => fc.assert(fails, { seed: 42, endOnFailure: true })).toThrow(expect.objectContaining({ message, cause }));
});
