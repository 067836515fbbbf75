import { connectors } from '@sheaf/connectors';
import { expect, it } from 'vitest';
import { chunkSizeFor } from './chunk-size.ts';

const MiB = 1024 * 1024;
const limits = { chunkMultiple: MiB, minChunk: 5 * MiB, maxChunk: 5 * 1024 * MiB, maxChunks: 10_000, maxSize: 2 ** 53 };

it('uses the usual size for files within the limit of chunks', () => {
  for (const size of [0, 1, 8 * MiB, 80_000 * MiB]) expect(chunkSizeFor(limits, size)).toBe(8 * MiB);
});

it('grows with the file in whole multiples if the number of chunks is limited', () => {
  expect(chunkSizeFor(limits, 80_000 * MiB + 1)).toBe(9 * MiB);
  expect(chunkSizeFor(limits, 5 * 1024 * 1024 * MiB)).toBe(525 * MiB);
});

it('stays between the allowed minimum and maximum', () => {
  expect(chunkSizeFor({ ...limits, minChunk: 16 * MiB }, 1)).toBe(16 * MiB);
  expect(chunkSizeFor({ chunkMultiple: MiB, maxChunk: 4 * MiB, maxSize: 2 ** 53 }, 1)).toBe(4 * MiB);
  expect(chunkSizeFor({ chunkMultiple: 10 * MiB, maxChunk: 100 * MiB, maxSize: 2 ** 53 }, 1)).toBe(10 * MiB);
});

it.each(connectors.flatMap(({ manifest: { slug, upload } }) => (upload ? [{ slug, upload }] : [])))(
  'respects the limits of $slug, whatever the size',
  ({ upload }) => {
    const { chunkMultiple, minChunk = 0, maxChunk, maxChunks = Number.POSITIVE_INFINITY, maxSize } = upload;
    for (const size of [0, 1, maxChunk + 1, Math.floor(maxSize / 2), maxSize]) {
      const chunk = chunkSizeFor(upload, size);
      expect(chunk % chunkMultiple).toBe(0);
      expect(chunk).toBeGreaterThanOrEqual(minChunk);
      expect(chunk).toBeLessThanOrEqual(maxChunk);
      expect(Math.ceil(size / chunk)).toBeLessThanOrEqual(maxChunks);
    }
  },
);
