import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { withProgress } from './progress.mjs';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** What is written while work takes this long. */
async function written(isTTY: boolean, seconds: number): Promise<string> {
  const texts: string[] = [];
  const work = () => new Promise<string>((resolve) => setTimeout(() => resolve('done'), seconds * 1000 + 500));
  const running = withProgress('Installing…', work, { isTTY, write: (text) => texts.push(text) });
  await vi.advanceTimersByTimeAsync(seconds * 1000 + 500);
  expect(await running).toBe('done');
  expect(vi.getTimerCount()).toBe(0);
  return texts.join('');
}

it('counts the seconds on a terminal, in one line', async () => {
  expect(await written(true, 2)).toBe('Installing…\rInstalling… 1 s\rInstalling… 2 s\n');
});

it('writes a line every ten seconds to a log', async () => {
  expect(await written(false, 21)).toBe('Installing…\nInstalling… 10 s\nInstalling… 20 s\n');
});

it('stops counting when the work fails', async () => {
  const failing = withProgress('Installing…', () => Promise.reject(new Error('no')), { write: () => {} });
  await expect(failing).rejects.toThrow('no');
  expect(vi.getTimerCount()).toBe(0);
});
