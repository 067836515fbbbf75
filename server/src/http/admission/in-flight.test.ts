import { expect, it } from 'vitest';
import { createInFlight } from './in-flight.ts';

const settled = async (promise: Promise<unknown>) => Promise.race([promise.then(() => true), Promise.resolve(false)]);

it('lets so many through, has the next wait their turn, and refuses the rest', async () => {
  const enter = createInFlight({ running: 2, waiting: 1 });
  const [first] = [await enter('ada'), await enter('ada')];
  const third = enter('ada');
  expect(await settled(third)).toBe(false);
  await expect(enter('ada')).rejects.toMatchObject({ code: 'rate_limited' });
  // Nobody else notices.
  (await enter('grace'))();
  first();
  // Twice is once.
  first();
  const leave = await third;
  const fourth = enter('ada');
  expect(await settled(fourth)).toBe(false);
  leave();
  await fourth;
});

it('removes callers who have gone', async () => {
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
