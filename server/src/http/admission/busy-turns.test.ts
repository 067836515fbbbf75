import { setImmediate } from 'node:timers/promises';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { createPace } from '../../platform/limits/index.ts';
import { isSettled } from '../../testing/is-settled.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { createBusyTurns } from './busy-turns.ts';

const app = await forThisFile(testApp({ rateLimit: 60 }));
afterEach(() => void vi.useRealTimers());

it('a pace lets a few calls through at once and then one per interval', () => {
  let now = 0;
  const isOver = createPace({ free: 3, everyMs: 100 }, () => now);
  expect([1, 2, 3, 4].map(() => isOver('ada'))).toEqual([false, false, false, true]);
  // Calls above the pace do not count.
  now = 100;
  expect([isOver('ada'), isOver('ada')]).toEqual([false, true]);
  expect(isOver('grace', 3)).toBe(false);
  expect(isOver('grace')).toBe(true);
  now = 10_000;
  expect(isOver('ada', 3)).toBe(false);
});

it('makes callers who are too fast take turns, and nobody else wait for them', async () => {
  vi.useFakeTimers();
  const enter = createBusyTurns(12);
  for (const name of ['ada', 'grace', 'linus']) await enter(name, 1);
  const [leaveAda] = [await enter('ada', 1), await enter('grace', 1)];
  const [next, third] = [enter('ada', 1), enter('linus', 1)];
  vi.advanceTimersByTime(20);
  expect([await isSettled(next), await isSettled(third)]).toEqual([false, false]);
  (await enter('margaret', 1))();
  // The rest is three times as long as the call; then the caller who has not had a turn is next.
  leaveAda();
  vi.advanceTimersByTime(59);
  expect(await isSettled(third)).toBe(false);
  vi.advanceTimersByTime(2);
  await third;
  expect(await isSettled(next)).toBe(false);
  // A call that takes longer than a second blocks nobody.
  vi.advanceTimersByTime(1_000);
  await next;
});

it('answers one call at a time of a person who floods', async () => {
  const [busy, other] = [await person(app), await person(app)];
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const list = async ({ headers }: typeof busy) => (await app.app.inject({ url: '/api/labels', headers })).statusCode;
  const answered: number[] = [];
  const all = Array.from({ length: 8 }, () => list(busy).then((status) => void answered.push(status)));
  // Five at once, and one that rests until the clock advances.
  while (answered.length < 6) await setImmediate();
  expect([await list(other), await list(other)]).toEqual([200, 200]);
  expect(answered).toHaveLength(6);
  const advance = setInterval(() => vi.advanceTimersByTime(1_000), 1);
  await Promise.all(all);
  clearInterval(advance);
  expect(new Set(answered)).toEqual(new Set([200]));
});
