import { setImmediate } from 'node:timers/promises';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, expect, it, vi } from 'vitest';
import { rootRoutes, routes, streams } from '../../features/index.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { busyMachineOptions, testApp } from '../../testing/test-app.ts';
import { buildApp } from '../app.ts';

const test = await forThisFile(testApp({ rateLimit: 1200 }));
const app = await forThisFile(
  buildApp(test.services, routes, { streams, rootRoutes, ...busyMachineOptions, refusalHoldMs: 1_000 }),
);
afterEach(() => void vi.restoreAllMocks().useRealTimers());

const list = ({ headers }: TestPerson) => app.inject({ url: '/api/labels', headers });

/** A person who has no calls left for a minute, which this process knows. */
async function usedUp(): Promise<TestPerson> {
  const one = await person(test);
  const values = [one.id];
  const none = `insert into request_counts values ($1, 1200, 1200, 0, now() + interval '1 minute')`;
  await test.services.pool.query(none, values);
  while ((await list(one)).statusCode !== 429);
  return one;
}

it('refuses without a query', async () => {
  const busy = await usedUp();
  const query = vi.spyOn(test.services.pool, 'query');
  const answer = await list(busy);
  expect(answer.statusCode).toBe(429);
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  expect(query).not.toHaveBeenCalled();
});

it('delays the answer to a client that is refused again and again, and makes it reconnect after a hundred', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const [busy, other] = [await usedUp(), await person(test)];
  const answers: Awaited<ReturnType<typeof list>>[] = [];
  // One has been answered already.
  const all = Array.from({ length: 19 + 100 + 5 }, () => list(busy).then((answer) => void answers.push(answer)));
  while (answers.length < 24) await setImmediate();
  expect((await list(other)).statusCode).toBe(200);
  expect(answers.filter(({ headers }) => headers.connection === 'close')).toHaveLength(5);
  expect(answers).toHaveLength(24);
  const goOn = setInterval(() => vi.advanceTimersByTime(1_000), 1);
  await Promise.all(all);
  clearInterval(goOn);
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([429]));
});
