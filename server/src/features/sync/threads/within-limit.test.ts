import type { Channel, RemoteId } from '@sheaf/connectors';
import { expect, it } from 'vitest';
import { maxChannels, withinLimit } from './within-limit.ts';

const channel = (n: number): Channel => ({ id: `C${n}` as RemoteId, name: `#${n}`, isPrivate: false });
const channels = (from: number, to: number) => Array.from({ length: to - from }, (_, at) => channel(from + at));

it('reads everything below the limit, and reports nothing as left out', () => {
  const { chosen, notIncluded } = withinLimit(channels(0, 10), new Set());
  expect(chosen).toHaveLength(10);
  expect(notIncluded).toMatchObject([{ what: 'channels', count: 0 }]);
});

it('keeps channels read before, in whatever order they come, and counts the rest', () => {
  const before = new Set([channel(maxChannels + 6).id, channel(maxChannels + 7).id]);
  const { chosen, notIncluded } = withinLimit(channels(0, maxChannels + 10), before);
  expect(chosen).toHaveLength(maxChannels);
  expect(chosen.slice(0, 2).map(({ id }) => id)).toEqual([...before]);
  expect(notIncluded).toMatchObject([{ count: 10, why: expect.stringContaining('5,000 channels') }]);
  expect(withinLimit(channels(0, maxChannels + 10), new Set(chosen.map(({ id }) => id))).chosen).toHaveLength(
    maxChannels,
  );
});
