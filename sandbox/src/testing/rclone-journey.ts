import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import type { RcloneClient } from '../servers/rclone-client.ts';

/** A typical sequence of rclone commands at a cloud; `remote` is an empty folder of it. */
export async function rcloneJourney({ folder, run }: RcloneClient, remote: string): Promise<void> {
  const local = join(folder, 'local');
  const write = async (path: string, bytes: string | Buffer) => {
    await writeFile(join(local, path), bytes);
    await utimes(join(local, path), 1_700_000_000, 1_700_000_000);
  };
  const lines = async (...args: string[]) => (await run(...args)).split('\n').filter(Boolean).sort();
  await mkdir(join(local, 'sub/deeper'), { recursive: true });
  await write('small.txt', 'small');
  await write('empty.txt', '');
  await write("it's 100% & more.txt", 'odd');
  await write('sub/Ä ö 📄.txt', 'umlauts');
  await write('sub/deeper/large.bin', Buffer.alloc(700_000, 'large'));
  const everything = [
    'empty.txt',
    "it's 100% & more.txt",
    'small.txt',
    'sub/deeper/large.bin',
    'sub/Ä ö 📄.txt',
  ].sort();

  await run('copy', local, `${remote}/copied`);
  expect(await lines('lsf', '-R', '--files-only', `${remote}/copied`)).toEqual(everything);
  await run('check', local, `${remote}/copied`);
  await run('check', '--download', local, `${remote}/copied`);

  await run('move', `${remote}/copied/sub`, `${remote}/moved`);
  expect(await lines('lsf', '-R', '--files-only', `${remote}/moved`)).toEqual(
    ['deeper/large.bin', 'Ä ö 📄.txt'].sort(),
  );
  await run('moveto', `${remote}/copied/small.txt`, `${remote}/copied/renamed.txt`);
  await run('copyto', `${remote}/copied/renamed.txt`, `${remote}/copied/twice.txt`);
  expect(await run('cat', `${remote}/copied/twice.txt`)).toBe('small');

  await write('small.txt', 'larger now');
  await rm(join(local, 'empty.txt'));
  await run('sync', local, `${remote}/copied`);
  await run('check', local, `${remote}/copied`);
  expect(await lines('lsf', '-R', '--files-only', `${remote}/copied`)).toEqual(
    everything.filter((name) => name !== 'empty.txt'),
  );

  await run('mkdir', `${remote}/new folder`);
  expect(await lines('lsf', '--dirs-only', remote)).toEqual(['copied/', 'moved/', 'new folder/']);
  await run('rmdir', `${remote}/new folder`);
  await run('deletefile', `${remote}/copied/small.txt`);
  await run('purge', `${remote}/moved`);
  expect(await lines('lsf', '--dirs-only', remote)).toEqual(['copied/']);
}
