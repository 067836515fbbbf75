import { type FileHandle, mkdtemp, open, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Header } from './format.ts';
import { createArchive } from './write-archive.ts';

const header: Header = { id: '1', createdAt: '', migrations: [], keyIds: [], lockedKey: null, base: null };
const megabyte = Buffer.alloc(1024 ** 2);
const totals = { tables: 0, rows: 0, contents: 0, bytes: 0, inBase: 0, missing: 0 };

it('flushes a large file while it grows, and fails if the disk couldn’t store it', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-archive-'));
  const handle = await open(dir);
  const flush = vi.spyOn(Object.getPrototypeOf(handle) as FileHandle, 'datasync');
  await handle.close();
  const write = async (name: string) => {
    const archive = await createArchive(join(dir, name), header, null);
    try {
      for (const name of ['tables', 'index'] as const) await archive.section(name, async () => {});
      await archive.section('contents', async ({ begin, hashedPiece, end }) => {
        await begin({});
        for (let n = 0; n < 72; n += 1) await hashedPiece(megabyte);
        await end();
      });
      await archive.finish(totals);
    } catch (error) {
      await archive.drop();
      throw error;
    }
  };
  await write('good');
  expect(flush.mock.calls.length).toBeGreaterThan(0);
  const failure = Object.assign(new Error('EIO: i/o error, fdatasync'), { code: 'EIO' });
  flush.mockRejectedValueOnce(failure);
  await expect(write('bad')).rejects.toBe(failure);
  expect(await readdir(dir)).toEqual(['good']);
  flush.mockRestore();
  await rm(dir, { recursive: true });
});
