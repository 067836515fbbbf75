import { setImmediate } from 'node:timers/promises';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { createPace } from '../../platform/limits/index.ts';
import { person } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { createBusyTurns } from './busy-turns.ts';

const settled = async (promise: Promise<unknown>) => Promise.race([promise.then(() => true), Promise.resolve(false)]);

const app = await forThisFile(testApp({ rateLimit: 60 }));
afterEach(() => void vi.useRealTimers());

it('a pace lets some through at once and then one after another', () => {
  let now = 0;
  const isOver = createPace({ free: 3, everyMs: 100 }, () => now);
  expect([1, 2, 3, 4].map(() => isOver('ada'))).toEqual([false, false, false, true]);
  // What was over it does not count.
  now = 100;
  expect([isOver('ada'), isOver('ada')]).toEqual([false, true]);
  expect(isOver('grace', 3)).toBe(false);
  expect(isOver('grace')).toBe(true);
  now = 10_000;
  expect(isOver('ada', 3)).toBe(false);
});

it('those who are too fast take turns, and nobody else waits for them', async () => {
  vi.useFakeTimers();
  const enter = createBusyTurns(12);
  for (const name of ['ada', 'grace', 'linus']) await enter(name, 1);
  const [leaveAda] = [await enter('ada', 1), await enter('grace', 1)];
  const [next, third] = [enter('ada', 1), enter('linus', 1)];
  vi.advanceTimersByTime(20);
  expect([await settled(next), await settled(third)]).toEqual([false, false]);
  (await enter('margaret', 1))();
  // It rests three times as long as it took; then whoever has not had a turn is next.
  leaveAda();
  vi.advanceTimersByTime(59);
  expect(await settled(third)).toBe(false);
  vi.advanceTimersByTime(2);
  await third;
  expect(await settled(next)).toBe(false);
  // Whatever takes longer than a second is in nobody’s way.
  vi.advanceTimersByTime(1_000);
  await next;
});

it('a person who floods has one call at a time answered', async () => {
  const [busy, other] = [await person(app), await person(app)];
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const list = async ({ headers }: typeof busy) => (await app.app.inject({ url: '/api/labels', headers })).statusCode;
  const answered: number[] = [];
  const all = Array.from({ length: 8 }, () => list(busy).then((status) => void answered.push(status)));
  // Five at once, and one that rests until the clock goes on.
  while (answered.length < 6) await setImmediate();
  expect([await list(other), await list(other)]).toEqual([200, 200]);
  expect(answered).toHaveLength(6);
  const goOn = setInterval(() => vi.advanceTimersByTime(1_000), 1);
  await Promise.all(all);
  clearInterval(goOn);
  expect(new Set(answered)).toEqual(new Set([200]));
});
