import { expect, it } from 'vitest';
import { isSettled } from '../../testing/is-settled.ts';
import { createInFlight } from './in-flight.ts';

it('lets two through, makes the next wait and rejects the one after', async () => {
  const enter = createInFlight({ running: 2, waiting: 1 });
  const [first] = [await enter('ada'), await enter('ada')];
  const third = enter('ada');
  expect(await isSettled(third)).toBe(false);
  await expect(enter('ada')).rejects.toMatchObject({ code: 'rate_limited' });
  // Other callers are not affected.
  (await enter('grace'))();
  first();
  // A second call does nothing.
  first();
  const leave = await third;
  const fourth = enter('ada');
  expect(await isSettled(fourth)).toBe(false);
  leave();
  await fourth;
});

it('forgets callers without requests', async () => {
  const enter = createInFlight({ running: 1, waiting: 1 });
  const [ada, grace] = [await enter('ada'), await enter('grace')];
  const next = enter('ada');
  await expect(enter('ada')).rejects.toMatchObject({ code: 'rate_limited' });
  expect(enter.callers()).toBe(2);
  grace();
  ada();
  expect(enter.callers()).toBe(1);
  (await next)();
  expect(enter.callers()).toBe(0);
});
