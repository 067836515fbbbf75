import { afterEach, expect, it, vi } from 'vitest';
import { throttle } from './throttle.ts';

afterEach(() => void vi.useRealTimers());

it('runs at once, then once for all calls within the time', () => {
  vi.useFakeTimers();
  const run = vi.fn();
  const ask = throttle(run, 2000);
  ask();
  expect(run).toHaveBeenCalledTimes(1);
  ask();
  ask();
  vi.advanceTimersByTime(1999);
  expect(run).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1);
  expect(run).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(10_000);
  expect(run).toHaveBeenCalledTimes(2);
  ask();
  expect(run).toHaveBeenCalledTimes(3);
});
