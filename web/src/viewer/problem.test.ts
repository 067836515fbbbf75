import { expect, it } from 'vitest';
import { Problem, problemOf } from './problem.ts';

it('describes the problem in a sentence', () => {
  expect(problemOf(new Problem('This file is empty.'))).toBe('This file is empty.');
  expect(problemOf(new Error('Invalid PDF structure.\n  at x'))).toBe('This file is damaged: Invalid PDF structure.');
  expect(problemOf(undefined)).toBe('This file is damaged: undefined.');
});
