import { beforeEach, expect, test } from 'vitest';
import { ConnectorError } from '../errors.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { createAppPacer, createPacer, type PacerOptions } from './pacer.ts';

let clock = createFakeClock();
beforeEach(() => {
  clock = createFakeClock();
});

const newPacer = (options: PacerOptions = {}) =>
  createPacer({ now: clock.now, sleep: clock.sleep, random: () => 1, ...options });
const takes = (ms: number) => () => clock.sleep(ms);
const limited = (retryAfterMs?: number, limit?: 'account' | 'app') =>
  new ConnectorError('rate_limited', 'slow down', { retryAfterMs, limit });
const down = () => new ConnectorError('unavailable', 'down');

/** Fails with the given errors, one per attempt, then succeeds; records when it was tried. */
function flaky(...errors: Error[]) {
  const at: number[] = [];
  const work = async () => {
    at.push(clock.now());
    const error = errors.shift();
    if (error) throw error;
    return 'done';
  };
  return { work, at };
}

test('runs at most `limit` at once, in the order they came', async () => {
  const pacer = newPacer({ start: 3, max: 3 });
  const order: number[] = [];
  let max = 0;
  const calls = Array.from({ length: 20 }, (_, n) =>
    pacer.run(async () => {
      order.push(n);
      max = Math.max(max, pacer.running);
      await clock.sleep(20 - n);
    }),
  );
  await clock.until(Promise.all(calls));
  expect(order).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(max).toBe(3);
  expect(pacer.running).toBe(0);
});

test('waits as long as the cloud demands, with the whole account, then continues with the refused call first', async () => {
  const pacer = newPacer({ start: 2 });
  const order: string[] = [];
  const refused = flaky(limited(5000));
  const first = pacer.run(async () => {
    order.push('refused');
    return refused.work();
  });
  const others = ['a', 'b', 'c'].map((name) =>
    pacer.run(async () => {
      order.push(`${name}@${clock.now()}`);
      await clock.sleep(1);
    }),
  );
  await clock.until(Promise.all([first, ...others]));
  expect(refused.at).toEqual([0, 5000]);
  expect(order).toEqual(['refused', 'a@0', 'refused', 'b@5000', 'c@5000']);
});

test('halves once for a burst of refusals, and again for the next', async () => {
  const pacer = newPacer({ start: 16 });
  const works = Array.from({ length: 16 }, () => flaky(limited(1000)));
  const calls = works.map(({ work }) =>
    pacer.run(async () => {
      await clock.sleep(1);
      return work();
    }),
  );
  await clock.until(500);
  expect(pacer.limit).toBe(8);
  await clock.until(Promise.all(calls));
  const again = pacer.run(flaky(limited(10)).work);
  await clock.until(again);
  expect(pacer.limit).toBeLessThan(8);
});

test('doubles the wait each time up to 64 s if the cloud names none', async () => {
  const pacer = newPacer({ start: 1 });
  const { work, at } = flaky(...Array.from({ length: 8 }, () => limited()));
  await clock.until(pacer.run(work));
  expect(at.slice(1).map((time, n) => (time - at[n]!) / 1000)).toEqual([1, 2, 4, 8, 16, 32, 64, 64]);
});

test('randomizes a part of the wait', async () => {
  const pacer = newPacer({ random: () => 0.25 });
  const { work, at } = flaky(limited(), limited());
  await clock.until(pacer.run(work));
  expect(at).toEqual([0, 250, 750]);
});

test('fails after twelve tries, or if it would take longer than ten minutes', async () => {
  const many = flaky(...Array.from({ length: 20 }, () => limited(1000)));
  await expect(clock.until(newPacer().run(many.work))).rejects.toMatchObject({ code: 'rate_limited' });
  expect(many.at).toHaveLength(12);
  const long = flaky(...Array.from({ length: 20 }, () => limited(150_000)));
  await expect(clock.until(newPacer().run(long.work))).rejects.toMatchObject({ code: 'rate_limited' });
  expect(long.at).toHaveLength(5);
});

test('fails every call during a pause of an hour, with the time to come back', async () => {
  const pacer = newPacer({ start: 1 });
  const refused = pacer.run(flaky(limited(3_600_000)).work);
  const refusal = { code: 'rate_limited', detail: { retryAfterMs: 3_600_000 } };
  const queued = pacer.run(takes(1)).catch((error: unknown) => error);
  await expect(clock.until(refused)).rejects.toMatchObject({ code: 'rate_limited' });
  expect(await queued).toMatchObject(refusal);
  await expect(clock.until(pacer.run(takes(1)))).rejects.toMatchObject(refusal);
  await clock.until(3_600_000);
  await clock.until(pacer.run(takes(1)));
});

test('pauses the app’s other accounts for its limit, but not for an account’s', async () => {
  const app = createAppPacer(clock.now);
  const [one, two] = [newPacer({ app }), newPacer({ app })];
  const started = async (pacer: typeof one) => clock.until(pacer.run(async () => clock.now()));
  void one.run(flaky(limited(1000)).work);
  await clock.until(0);
  expect(await started(two)).toBe(0);
  void one.run(flaky(limited(5000, 'app')).work);
  await clock.until(1000);
  expect(await started(two)).toBe(6000);
});

test('treats three refused accounts within seconds as a limit of the app, unless the provider says otherwise', async () => {
  const refuse = async (limit?: 'account') => {
    const app = createAppPacer(clock.now);
    const [one, two, three, other] = Array.from({ length: 4 }, () => newPacer({ app }));
    for (const pacer of [one, one, one, two, three]) void pacer!.run(flaky(limited(5000, limit)).work).catch(() => {});
    const before = clock.now();
    await clock.until(before + 1);
    const began = await clock.until(other!.run(async () => clock.now()));
    return began! - before;
  };
  expect(await refuse('account')).toBe(1);
  expect(await refuse()).toBe(5000);
  const app = createAppPacer(clock.now);
  for (const account of [{}, {}, {}]) {
    expect(app.noteRefusal(account)).toBe(false);
    await clock.until(clock.now() + 8000);
  }
});

test('reports whose limit it is to calls during a long pause', async () => {
  const app = createAppPacer(clock.now);
  const [one, two] = [newPacer({ app }), newPacer({ app })];
  await expect(clock.until(one.run(flaky(limited(3_600_000)).work))).rejects.toThrow('slow down');
  await expect(one.run(takes(1))).rejects.toMatchObject({ detail: { limit: 'account' } });
  await expect(clock.until(two.run(flaky(limited(7_200_000, 'app')).work))).rejects.toThrow('slow down');
  for (const pacer of [one, two, newPacer({ app })])
    await expect(pacer.run(takes(1))).rejects.toMatchObject({ detail: { limit: 'app', retryAfterMs: 7_200_000 } });
});

test('retries an unavailable cloud five times, later each time', async () => {
  const { work, at } = flaky(...Array.from({ length: 9 }, down));
  await expect(clock.until(newPacer().run(work))).rejects.toMatchObject({ code: 'unavailable' });
  expect(at.slice(1).map((time, n) => time - at[n]!)).toEqual([600, 1200, 2400, 4800, 9600]);
});

test('runs other calls while one waits to try again', async () => {
  const pacer = newPacer({ start: 1 });
  const failing = pacer.run(flaky(down()).work);
  const other = pacer.run(async () => clock.now());
  expect(await clock.until(other)).toBe(0);
  expect(await clock.until(failing)).toBe('done');
});

test('repeats a call with `once` only if it was refused, not if the cloud was unavailable', async () => {
  await expect(clock.until(newPacer().run(flaky(down()).work, { once: true }))).rejects.toThrow('down');
  expect(await clock.until(newPacer().run(flaky(limited(1)).work, { once: true }))).toBe('done');
});

test('passes other errors on at once', async () => {
  for (const error of [new ConnectorError('not_found', 'gone'), new TypeError('bug')]) {
    const { work, at } = flaky(error);
    await expect(newPacer().run(work)).rejects.toBe(error);
    expect(at).toHaveLength(1);
  }
});

test('rejects an aborted call with the reason, whether it is queued, paused or between tries', async () => {
  const reason = new Error('stop');
  const pacer = newPacer({ start: 1 });
  await expect(pacer.run(takes(1), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  const busy = pacer.run(takes(10));
  const abort = new AbortController();
  const queued = pacer.run(takes(1), { signal: abort.signal });
  const behind = pacer.run(takes(1));
  abort.abort(reason);
  await expect(queued).rejects.toBe(reason);
  await clock.until(Promise.all([busy, behind]));
  for (const error of [down(), limited(1000)]) {
    const later = new AbortController();
    const waiting = pacer.run(flaky(error).work, { signal: later.signal });
    await clock.until(clock.now() + 10);
    later.abort(reason);
    await expect(waiting).rejects.toBe(reason);
    await clock.until(clock.now());
    expect(clock.waiting).toBe(0);
  }
});

async function keepBusy(pacer: ReturnType<typeof newPacer>, calls: number, latency: () => number) {
  let left = calls;
  const lane = async () => {
    while (left-- > 0) await pacer.run(() => clock.sleep(latency()));
  };
  await clock.until(Promise.all(Array.from({ length: 64 }, lane)));
}

test('grows by one per round up to the maximum while answers stay as fast', async () => {
  const pacer = newPacer({ start: 4, max: 10 });
  await keepBusy(pacer, 4 + 5 + 6, () => 50);
  expect(pacer.limit).toBe(7);
  await keepBusy(pacer, 200, () => 50);
  expect(pacer.limit).toBe(10);
});

test('stops growing if more calls only make answers slower', async () => {
  const pacer = newPacer({ start: 4, max: 64 });
  // The server handles eight calls at a time; more are queued there.
  await keepBusy(pacer, 400, () => 50 * Math.max(1, pacer.running / 8));
  expect(pacer.limit).toBeGreaterThanOrEqual(8);
  expect(pacer.limit).toBeLessThan(32);
});

test('adapts after the work changes to something slower', async () => {
  const pacer = newPacer({ start: 8, max: 32 });
  await keepBusy(pacer, 600, () => 5);
  expect(pacer.limit).toBe(32);
  await keepBusy(pacer, 3000, () => 200);
  expect(pacer.limit).toBe(32);
});
