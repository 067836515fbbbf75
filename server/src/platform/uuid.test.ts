import { afterEach, expect, it, vi } from 'vitest';
import { idAt, isUuid, newId, timeOfId } from './uuid.ts';

afterEach(() => vi.useRealTimers());

it('makes ids that sort by creation, however many are made in a millisecond', () => {
  vi.useFakeTimers({ now: Date.now() });
  const start = Date.now();
  const ids = Array.from({ length: 10_000 }, newId);
  expect(ids.toSorted()).toEqual(ids);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.every(isUuid)).toBe(true);
  expect(timeOfId(ids.at(-1)!).getTime() - start).toBeLessThan(10);
});

it('returns the time of an id, also after the clock was set back', () => {
  for (const time of ['2031-05-04T03:02:01.123Z', '2026-01-01T00:00:00.000Z']) {
    vi.useFakeTimers({ now: new Date(time) });
    const id = newId();
    expect(timeOfId(id).toISOString()).toBe(time);
    expect(id >= idAt(new Date(time))).toBe(true);
  }
});
