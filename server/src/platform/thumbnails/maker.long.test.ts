import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { statedPng } from '../images/testing/stated-png.ts';
import { createThumbnailMaker } from './index.ts';

/** The processor time of all processes that this one has started, which the load of the machine doesn’t change. */
async function processorSeconds(): Promise<number> {
  let ticks = 0;
  for (const name of await readdir('/proc').catch(() => [])) {
    const stat = /^\d/.test(name) ? await readFile(`/proc/${name}/stat`, 'latin1').catch(() => '') : '';
    const [, parent, ...rest] = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    if (parent === process.pid) ticks += rest[9]! + rest[10]!;
  }
  return ticks / 100;
}

it('refuses an image of 30,000 × 30,000 pixels without decoding it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-thumbnails-'));
  const maker = createThumbnailMaker({ warn: () => {} });
  const make = async (bytes: Uint8Array) => {
    const file = join(dir, 'image.png');
    await writeFile(file, bytes);
    return maker.make({ kind: 'image', file }, 'a workspace', new AbortController().signal);
  };
  const small = sharp({ create: { width: 10, height: 10, channels: 3, background: '#0000ff' } }).png();
  // The first image starts the process, which takes processor time too.
  expect(await make(await small.toBuffer())).not.toBeNull();
  const before = await processorSeconds();
  expect(await make(statedPng(30_000, 30_000, [1, 0], Buffer.alloc(30_000 * 3_751)))).toBeNull();
  expect((await processorSeconds()) - before).toBeLessThan(1.5);
  await maker.close();
  await rm(dir, { recursive: true });
});
