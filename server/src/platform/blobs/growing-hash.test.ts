import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { hashGrowing } from './growing-hash.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sheaf-hash-'));
});
afterAll(() => rm(folder, { recursive: true }));

it('hashes files while they grow, several at once', async () => {
  const hashes = await Promise.all(
    ['a', 'b', 'c'].map(async (name) => {
      const path = join(folder, name);
      const hash = hashGrowing(path);
      const expected = createHash('sha256');
      let size = 0;
      for (const length of [700_000, 1, 600_000]) {
        const bytes = randomBytes(length);
        expected.update(bytes);
        await appendFile(path, bytes);
        size += length;
        hash.grewTo(size);
      }
      return [await hash.digest(size), expected.digest()] as const;
    }),
  );
  for (const [found, expected] of hashes) expect(found).toEqual(expected);
});

it('reports an error of one file and continues with others', async () => {
  const path = join(folder, 'short');
  await appendFile(path, 'four');
  await expect(hashGrowing(path).digest(5)).rejects.toThrow('ends after 4 of 5 bytes');
  await expect(hashGrowing(join(folder, 'absent')).digest(1)).rejects.toThrow('ENOENT');
  const dropped = hashGrowing(path);
  dropped.grewTo(4);
  dropped.drop();
  expect(await hashGrowing(path).digest(4)).toEqual(createHash('sha256').update('four').digest());
});
