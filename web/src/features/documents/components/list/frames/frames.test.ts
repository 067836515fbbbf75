import { expect, it, vi } from 'vitest';
import { Frames } from './frames.ts';

function drawing() {
  const asked: { url: string; signal: AbortSignal; end(picture: string | null): void }[] = [];
  const frames = new Frames((url, signal) => new Promise((end) => asked.push({ url, signal, end })));
  return { asked, frames, urls: () => asked.map(({ url }) => url) };
}

it('draws two frames at a time, newest request first, and skips canceled requests', async () => {
  const { asked, frames, urls } = drawing();
  const drawn = vi.fn();
  const [, leaveB, leaveC] = ['a', 'b', 'c', 'd'].map((url) => frames.want(url, drawn));
  expect(urls()).toEqual(['a', 'b']);
  leaveC!();
  leaveB!();
  expect(asked[1]!.signal.aborted).toBe(true);
  asked[1]!.end(null);
  await vi.waitFor(() => expect(urls()).toEqual(['a', 'b', 'd']));
  asked[0]!.end('picture');
  await vi.waitFor(() => expect(drawn.mock.calls).toEqual([['picture']]));
  expect(urls()).toEqual(['a', 'b', 'd']);
  expect([frames.kept('a'), frames.kept('b')]).toEqual(['picture', undefined]);
});

it('caches drawn and missing frames for a limited time', async () => {
  const frames = new Frames(async (url) => (url === 'none' ? null : url));
  const draw = (url: string) => new Promise((resolve) => frames.want(url, resolve));
  await draw('none');
  await draw('first');
  expect([frames.kept('none'), frames.kept('first')]).toEqual([null, 'first']);
  for (let i = 0; i < 300; i++) await draw(`${i}`);
  expect([frames.kept('none'), frames.kept('first'), frames.kept('299')]).toEqual([undefined, undefined, '299']);
});
