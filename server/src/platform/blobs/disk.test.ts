import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BlobStore } from './blob-store.ts';
import { describeBlobStore } from './conformance.ts';
import { openDiskStore } from './disk.ts';

let root: string;
let store: BlobStore;

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sheaf-blobs-'));
  store = await openDiskStore(root);
});
afterAll(async () => {
  await store.close();
  await rm(root, { recursive: true });
});

describeBlobStore('the disk store', () => store);

describe('on disk', () => {
  const incoming = () => readdir(join(root, '+incoming'));

  it('leaves no temporary file behind, whatever happens', async () => {
    await store.close();
    expect(await incoming()).toEqual([]);
  });

  it('restores what a power cut took of many small blobs, after the next start', async () => {
    const blobs = Array.from({ length: 20 }, (_, at) => ({ key: `cut/${at}`, bytes: Buffer.from(`blob ${at}`) }));
    await store.putAll(blobs);
    expect(await incoming()).toHaveLength(1);
    const [journal = ''] = await incoming();
    // The disk after a power cut: files that were not synced are empty or missing. One journal was cut in the middle.
    await writeFile(join(root, 'cut/3'), '');
    await rm(join(root, 'cut/4'));
    const whole = await readFile(join(root, '+incoming', journal));
    const cut = Buffer.concat([whole.subarray(0, -1), Buffer.from('!')]);
    await writeFile(join(root, '+incoming', journal.replace(/^../, 'zz')), cut);
    const next = await openDiskStore(root);
    await next.close();
    for (const { key, bytes } of blobs) expect(await readFile(join(root, key))).toEqual(bytes);
    expect(await incoming()).toEqual([]);
  });

  it('leaves no visible blob when the writer is killed, and removes its remains a day later', async () => {
    const script = `
      import { Readable } from 'node:stream';
      import { setTimeout as sleep } from 'node:timers/promises';
      import { openDiskStore } from ${JSON.stringify(new URL('disk.ts', import.meta.url).href)};
      const store = await openDiskStore(${JSON.stringify(root)});
      await store.put('killed', Readable.from((async function* () { for (;; await sleep(10)) yield Buffer.alloc(65536); })()));`;
    const writer = spawn(process.execPath, ['--input-type=module-typescript', '--eval', script], { stdio: 'inherit' });
    while ((await incoming()).length === 0) await sleep(20);
    writer.kill('SIGKILL');
    await once(writer, 'exit');
    expect(await store.head('killed')).toBeNull();
    await mkdir(join(root, 'Foreign'));
    await writeFile(join(root, 'Foreign', 'file'), 'x');
    for await (const { key } of store.list('')) expect(key).not.toMatch(/incoming|Foreign|killed/);

    const [name = ''] = await incoming();
    await writeFile(join(root, '+incoming', 'fresh'), 'x');
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    await utimes(join(root, '+incoming', name), yesterday, yesterday);
    await openDiskStore(root);
    expect(await incoming()).toEqual(['fresh']);
    await rm(join(root, '+incoming', 'fresh'));
  });

  it.runIf(process.platform === 'linux')(
    'closes its files when a reader is done, stops early or never starts',
    async () => {
      await store.put('unread', Buffer.alloc(2_000_000));
      // Only of this file, because what earlier tests left may be closed at any moment.
      const openFiles = async () => {
        const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
        return (await Promise.all(links)).filter((path) => path === join(root, 'unread')).length;
      };
      const bodies: Readable[] = []; // Kept, so that the garbage collector doesn't close what was forgotten.
      for (let i = 0; i < 30; i++) bodies.push((await store.get('unread'))!.body);
      expect(await openFiles()).toBe(30);
      for (const body of bodies.slice(0, 10)) await buffer(body);
      for (const body of bodies.slice(10, 20)) for await (const _ of body) break;
      for (const body of bodies.slice(20)) body.destroy();
      await expect.poll(openFiles).toBe(0);
    },
  );

  it('says in one sentence why it cannot be used', async () => {
    const file = join(root, 'a-file');
    await writeFile(file, 'x');
    const unusable = openDiskStore(join(file, 'below'));
    await expect(unusable).rejects.toThrow(/^The blob folder .+a-file.below cannot be used: not a directory\.$/);
    const gone = await openDiskStore(join(root, 'gone'));
    await rm(join(root, 'gone'), { recursive: true });
    await expect(gone.ready()).rejects.toThrow(/cannot be written: no such file or directory\.$/);
  });
});
