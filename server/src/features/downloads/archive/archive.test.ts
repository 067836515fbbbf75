import { gzipSync } from 'node:zlib';
import { archives, sharing } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { strToU8, type Zippable, zipSync } from 'fflate';
import { beforeEach, expect, it } from 'vitest';
import { attributesItem, tarOf } from '../../../platform/archives/testing/tar.ts';
import { quietAccount } from '../../../testing/documents.ts';
import { failure } from '../../../testing/failure.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { testApp } from '../../../testing/test-app.ts';

let anna: TestPerson;
let account: string;
const app = await forThisFile(testApp());
beforeEach(async () => {
  anna = await person(app);
  account = await quietAccount(app, anna);
});

const mtime = '2026-01-01T00:00:00Z';
const zipOf = (files: Record<string, string | Uint8Array>): Buffer =>
  Buffer.from(
    zipSync(
      Object.fromEntries(
        Object.entries(files).map(([name, bytes]) => [name, typeof bytes === 'string' ? strToU8(bytes) : bytes]),
      ) as Zippable,
      { mtime },
    ),
  );
const add = async (name: string, bytes: Buffer | string): Promise<string> =>
  (await addFiles(app, anna, account, [{ name, bytes }]))[0]!;
const list = async (id: string, query: { path?: string; page?: number; per_page?: number } = {}, who = anna) =>
  who.call(archives.list, { params: { id }, query });
const lines = async (id: string, path?: string) =>
  (await list(id, { path })).data.map(({ name, type, size }) => `${name} ${type} ${size}`);
const storage = (local: string, method: 'GET' | 'HEAD' = 'GET') => app.request({ method, url: `/storage/${local}` });
const take = async (id: string, path: string, name: string) => {
  const found = (await list(id, { path })).data.find((entry) => entry.name === name);
  return storage(found!.local_path!);
};
const refusal = (id: string) => failure(list(id)).then(({ status, message }) => `${status} ${message}`);

const files = {
  'notes.txt': 'a note',
  'Photos/2026/beach 10.jpg': 'ten',
  'Photos/2026/beach 9.jpg': 'nine',
  'Photos/empty/': '',
  'Büro/Über.md': '# Über',
};
const tarFiles = [
  { name: './notes.txt', bytes: 'a note' },
  { name: 'Photos/2026/beach 10.jpg', bytes: 'ten' },
  attributesItem({ path: 'Photos/2026/beach 9.jpg', mtime: '1767225600.5' }),
  { name: 'short', bytes: 'nine' },
  { name: 'Photos/empty/', type: '5' },
  { name: '././@LongLink', type: 'L', bytes: 'Büro/Über.md\0' },
  { name: 'cut', bytes: '# Über' },
];

it.each([
  ['files.zip', () => zipOf(files)],
  ['files.tar', () => tarOf(tarFiles)],
  ['files.tar.gz', () => gzipSync(tarOf(tarFiles))],
  ['files.TGZ', () => gzipSync(tarOf(tarFiles))],
] as const)('lists the folders of %s and takes files out', async (name, bytes) => {
  const id = await add(name, bytes());
  expect(await lines(id)).toEqual(['Büro folder null', 'Photos folder null', 'notes.txt text 6']);
  expect(await lines(id, 'Photos')).toEqual(['2026 folder null', 'empty folder null']);
  expect(await lines(id, 'Photos/2026')).toEqual(['beach 9.jpg image 4', 'beach 10.jpg image 3']);
  const { data, pagination } = await list(id, { path: 'Photos/2026', page: 2, per_page: 1 });
  expect([data[0]!.name, pagination.total, data[0]!.updated_at?.slice(0, 10)]).toEqual([
    'beach 10.jpg',
    2,
    '2026-01-01',
  ]);
  const answer = await take(id, 'Büro', 'Über.md');
  expect([answer.status, answer.body, answer.headers['content-length']]).toEqual([200, '# Über', '7']);
  expect(answer.headers['content-security-policy']).toContain('sandbox');
  const saved = await storage(`${(await list(id)).data[2]!.local_path!}&download=1`, 'HEAD');
  expect([saved.status, saved.body, saved.headers['content-disposition']]).toEqual([
    200,
    '',
    'attachment; filename="notes.txt"',
  ]);
  expect((await failure(list(id, { path: 'Photos/2027' }))).status).toBe(404);
});

it('hides its contents from others', async () => {
  const bert = await person(app, { organizationId: anna.organizationId, role: 'member' });
  const id = await add('secret.zip', zipOf(files));
  const path = (await list(id)).data[2]!.local_path!;
  const nowhere = await failure(list('00000000-0000-7000-8000-000000000000', {}, bert));
  const there = await failure(list(id, {}, bert));
  expect([there.status, there.message]).toEqual([404, nowhere.message]);
  for (const forged of [path.replace(/v=\d+\./, 'v=4.'), path.replace(/for=[^&]+/, `for=${bert.id}`)])
    expect((await storage(forged)).status).toBe(404);
  await anna.call(sharing.share, { body: { inviting_ids: [bert.id], document_ids: [id] } });
  expect((await list(id, {}, bert)).data).toHaveLength(3);
});

it('says why there is nothing to list', async () => {
  const damaged = '409 This archive is damaged, or not what its name says.';
  const zip = zipOf(files);
  expect(await refusal(await add('cut.zip', zip.subarray(0, 100)))).toBe(damaged);
  expect(await refusal(await add('text.tar', 'no tar at all'))).toBe(damaged);
  expect(await refusal(await add('text.tgz', 'no gzip at all'))).toBe(damaged);
  expect(await refusal(await add('cut.tgz', gzipSync(tarOf(tarFiles)).subarray(0, 60)))).toBe(damaged);
  expect(await refusal(await add('cut.tar', tarOf([{ name: 'a', bytes: 'b', size: 9_999_999 }])))).toBe(damaged);
  const absurd = Buffer.from(zip);
  absurd.writeUInt32LE(0x7fffffff, absurd.length - 6);
  expect(await refusal(await add('absurd.zip', absurd))).toBe(damaged);
  expect(await refusal(await add('a.rar', 'x'))).toMatch(/^409 What’s in this archive can’t be listed/);
  expect(await refusal(await add('a.txt', 'x'))).toBe('409 This isn’t an archive.');
  expect(await lines(await add('empty.zip', zipOf({})))).toEqual([]);
  const many = tarOf(Array.from({ length: 20_001 }, (_, n) => ({ name: `${n}` })));
  expect(await refusal(await add('many.tgz', gzipSync(many)))).toMatch(/^409 .* more than 20,000 files/);
});

it('leads nowhere outside the archive', async () => {
  const id = await add('paths.zip', zipOf({ '../../etc/passwd': 'x', '/top/a': 'y', 'C:\\b\\c': 'z' }));
  expect(await lines(id)).toEqual(['C: folder null', 'etc folder null', 'top folder null']);
  expect((await take(id, 'etc', 'passwd')).body).toBe('x');
});

it('refuses bombs, encrypted files, and entries longer than declared', async () => {
  const zip = zipOf({ 'a.txt': 'a'.repeat(1000) });
  const directory = zip.readUInt32LE(zip.length - 6);
  const bomb = Buffer.from(zip);
  bomb.writeUInt32LE(100 * 1024 ** 2, directory + 24);
  const [large] = (await list(await add('bomb.zip', bomb))).data;
  expect([large!.local_path, large!.problem]).toEqual([null, expect.stringContaining('too large once unpacked')]);
  const locked = Buffer.from(zip);
  locked.writeUInt16LE(locked.readUInt16LE(directory + 8) | 1, directory + 8);
  expect((await list(await add('locked.zip', locked))).data[0]!.problem).toMatch(/protected by a password/);
  const liar = Buffer.from(zip);
  liar.writeUInt32LE(10, directory + 24);
  const id = await add('liar.zip', liar);
  const { status, json } = await take(id, '', 'a.txt');
  expect([status, json.message]).toEqual([409, 'This archive is damaged, or not what its name says.']);
});
