import { expect, it } from 'vitest';
import { FINISH, stepSearch } from './step-search.ts';
import { neededSteps, noProgress, progress, resumeStep, stepAfter, steps, stepsFor } from './steps.ts';

it('has seven steps and a page after them', () => expect(steps).toHaveLength(FINISH - 1));

it('counts 0 below step 2, 40 to step 5, then 20 a step', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(progress)).toEqual([0, 40, 40, 40, 40, 60, 80, 100]);
});

it.each([
  [{ step: 3 }, { step: 3 }],
  [{ step: '8' }, { step: 8 }],
  [
    { step: 7, settings: 'id' },
    { step: 7, settings: 'id' },
  ],
  [{}, {}],
  [{ step: 0 }, {}],
  [{ step: 9 }, {}],
  [{ step: 2.5 }, {}],
  [{ step: 'two' }, {}],
])('reads %j as %j', (search, read) => expect(stepSearch(search)).toEqual(read));

it('gives everyone the steps that concern them', () => {
  expect(stepsFor('owner', true)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  expect(stepsFor('owner', false)).toEqual([1, 2, 6, 7]);
  expect(stepsFor('admin', true)).toEqual([1, 2, 6, 7]);
  expect(stepsFor('member', true)).toEqual([1, 7]);
  expect(stepsFor('guest', true)).toEqual([1]);
});

it('shows everyone the same percentages, because steps keep their numbers', () => {
  expect(stepsFor('owner', false).map(progress)).toEqual([0, 40, 60, 80]);
  expect(stepsFor('member', true).map(progress)).toEqual([0, 80]);
});

it('leads from step to step', () => {
  expect(stepAfter([1, 2, 6, 7], 2)).toBe(6);
  expect(stepAfter([1, 2, 6, 7], 3)).toBe(6);
  expect(stepAfter([1], 1)).toBe(FINISH);
});

it('resumes at the first step that is neither completed nor skipped', () => {
  const done = [
    { step: 1, state: 'completed' as const },
    { step: 6, state: 'completed' as const },
    { step: 2, state: 'skipped' as const },
  ];
  const progress = { steps: done, choice: null };
  expect(resumeStep([1, 2, 6, 7], progress)).toBe(7);
  expect(resumeStep([1, 2, 3, 4, 5, 6, 7], progress)).toBe(3);
  expect(resumeStep([1], progress)).toBe(FINISH);
  expect(resumeStep([1, 7], noProgress)).toBe(1);
});

it('asks for a card and a payment only after a paid plan was chosen', () => {
  const all = [1, 2, 3, 4, 5, 6, 7];
  expect(neededSteps(all, null)).toEqual([1, 2, 3, 6, 7]);
  expect(neededSteps(all, { plan: 'free', interval: 'year' })).toEqual([1, 2, 3, 6, 7]);
  expect(neededSteps(all, { plan: 'team', interval: 'month' })).toEqual(all);
});
