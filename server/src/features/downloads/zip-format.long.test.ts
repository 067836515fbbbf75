import { execFile } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { newId } from '../../platform/uuid.ts';
import { dataDescriptor, directoryLine, localHeader, type ZipEntry, zipEnd, zipLength } from './zip-format.ts';
import { namesOfFolder } from './zip-names.ts';

const run = promisify(execFile);
const modifiedAt = new Date('2026-03-01T12:34:56Z');

/** Writes a zip whose files are holes: any size at no cost. */
async function writeHollow(path: string, entries: readonly ZipEntry[]): Promise<number> {
  const file = await open(path, 'w');
  try {
    let at = 0;
    const held: Buffer[] = [];
    const flush = async () => {
      const bytes = Buffer.concat(held.splice(0));
      await file.write(bytes, 0, bytes.length, at - bytes.length);
    };
    const write = (bytes: Buffer) => {
      held.push(bytes);
      at += bytes.length;
    };
    const offsets: number[] = [];
    for (const entry of entries) {
      offsets.push(at);
      write(localHeader(entry));
      if (entry.size > 0) await flush();
      at += entry.size;
      write(dataDescriptor(entry, 0));
    }
    const start = at;
    for (const [index, entry] of entries.entries()) write(directoryLine(entry, 0, offsets[index]!));
    write(zipEnd(entries.length, start, at - start));
    await flush();
    return at;
  } finally {
    await file.close();
  }
}

/** The directory as read by another implementation. */
async function listed(path: string): Promise<{ name: string; size: number; offset: number; time: number[] }[]> {
  const script = `import json, sys, zipfile
z = zipfile.ZipFile(sys.argv[1])
for i in z.infolist()[:3] + z.infolist()[-3:]: z.open(i).close()
print(json.dumps([dict(name=i.filename, size=i.file_size, offset=i.header_offset, time=i.date_time) for i in z.infolist()]))`;
  const { stdout } = await run('python3', ['-c', script, path], { maxBuffer: 64 * 1024 * 1024 });
  return JSON.parse(stdout);
}

const hasPython = await run('python3', ['-c', 'import zipfile']).then(
  () => true,
  () => false,
);

describe.skipIf(!hasPython)('read by another implementation', () => {
  it.each([
    [
      'small ones',
      [
        { path: 'Größe/', size: 0 },
        { path: 'Größe/a.txt', size: 3 },
      ],
    ],
    [
      'one beyond 4 GB, and one that begins behind it',
      [
        { path: 'big', size: 5_000_000_000 },
        { path: 'b', size: 1 },
      ],
    ],
    [
      'one of just as much as does not fit',
      [
        { path: 'big', size: 0xffff_ffff },
        { path: 'b', size: 0xffff_fffe },
      ],
    ],
    ['more than 65,535', Array.from({ length: 66_000 }, (_, n) => ({ path: `f${n}`, size: 0 }))],
  ])('%s', async (_, given) => {
    const entries = given.map((entry) => ({ ...entry, modifiedAt }));
    const path = join(tmpdir(), `${newId()}.zip`);
    try {
      const length = zipLength();
      for (const entry of entries) length.add(entry);
      expect(await writeHollow(path, entries)).toBe(length.total());
      const found = await listed(path);
      expect(found.map(({ name, size }) => ({ path: name, size }))).toEqual(given);
      expect(found[0]!.time).toEqual([2026, 3, 1, 12, 34, 56]);
    } finally {
      await rm(path, { force: true });
    }
  });
});

it('names are valid on every system and unique', () => {
  const name = namesOfFolder();
  const given = [
    'a.txt',
    'A.TXT',
    'a (2).txt',
    'a.txt',
    '..',
    'x/../y',
    'a\\b:c',
    '',
    ' ',
    'tar.gz',
    'tar.gz',
    'no',
    'No',
    ' ..',
    '..\u00a0',
    '. .',
  ];
  expect(given.map(name)).toEqual([
    'a.txt',
    'A (2).TXT',
    'a (2) (2).txt',
    'a (3).txt',
    '_',
    'x_.._y',
    'a_b_c',
    '_ (2)',
    '_ (3)',
    'tar.gz',
    'tar (2).gz',
    'no',
    'No (2)',
    '_ (4)',
    '_ (5)',
    '_ (6)',
  ]);
});

it('many files of the same name do not take long', () => {
  const name = namesOfFolder();
  const names = new Set(Array.from({ length: 50_000 }, () => name('same.txt')));
  expect(names.size).toBe(50_000);
  expect(names.has('same (50000).txt')).toBe(true);
});
