import { gzipSync } from 'node:zlib';
import { archives, documents, planLimits, sharing } from '@sheaf/contract';
import { startS3 } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it, vi } from 'vitest';
import { tarOf } from '../../../platform/archives/testing/tar.ts';
import { zip64Of } from '../../../platform/archives/testing/zip64.ts';
import { parseBlobLocation } from '../../../platform/blobs/index.ts';
import { quietAccount } from '../../../testing/documents.ts';
import { failure } from '../../../testing/failure.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { addFiles } from '../../../testing/stored-files.ts';
import { testApp } from '../../../testing/test-app.ts';
import { saveProblem } from './save-entry.ts';

let anna: TestPerson;
let account: string;
const app = await forThisFile(testApp());
beforeEach(async () => {
  anna = await person(app);
  account = await quietAccount(app, anna);
});

const add = async (name: string, bytes: Buffer): Promise<string> =>
  (await addFiles(app, anna, account, [{ name, bytes }]))[0]!;
const entryOf = async (id: string, path: string, who = anna) => {
  const folder = path.split('/').slice(0, -1).join('/');
  const { data } = await who.call(archives.list, { params: { id }, query: { ...(folder && { path: folder }) } });
  return data.find((entry) => entry.path === path)!;
};
const save = async (id: string, path: string, who = anna) => {
  const { id: entry } = await entryOf(id, path, who);
  return (await who.call(archives.save, { params: { id }, body: { entry, path } })).data;
};
const textOf = async (id: string, who = anna) => {
  const { data } = await who.call(documents.get, { params: { id } });
  return (await app.request({ method: 'GET', url: `/storage/${data.local_path}` })).body;
};

const own = async () =>
  (
    await app.services.pool.query('select name from documents where owner_id = $1 and account_id <> $2', [
      anna.id,
      account,
    ])
  ).rows;

const files = { 'notes.txt': 'a note', 'Photos/beach.jpg': 'sand' };

it.each([
  ['files.zip', () => zip64Of(files)],
  ['files.tar', () => tarOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes })))],
  ['files.tgz', () => gzipSync(tarOf(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))))],
] as const)('puts files of %s into My files, under names that are free', async (name, bytes) => {
  const id = await add(name, bytes());
  const first = await save(id, 'notes.txt');
  expect(first.name).toBe('notes.txt');
  const second = await save(id, 'notes.txt');
  expect(second.name).toBe('notes (1).txt');
  const photo = await save(id, 'Photos/beach.jpg');
  expect(await Promise.all([first, second, photo].map((saved) => textOf(saved.id)))).toEqual([
    'a note',
    'a note',
    'sand',
  ]);
  const { data } = await anna.call(documents.get, { params: { id: photo.id } });
  expect(data).toMatchObject({ name: 'beach.jpg', type: 'image', size: 4, own: true });
  expect(data.source.name).toBe('My files');
});

it('belongs to the person who saves it, even from a shared archive, and is recorded there', async () => {
  const bert = await person(app, { role: 'member', organizationId: anna.organizationId });
  const id = await add('files.zip', zip64Of(files));
  const entry = await entryOf(id, 'notes.txt');
  const asBert = () => bert.call(archives.save, { params: { id }, body: { entry: entry.id, path: entry.path } });
  expect((await failure(asBert())).status).toBe(404);
  await anna.call(sharing.share, { body: { inviting_ids: [bert.id], document_ids: [id] } });
  const saved = (await asBert()).data;
  expect(await textOf(saved.id, bert)).toBe('a note');
  expect((await failure(anna.call(documents.get, { params: { id: saved.id } }))).status).toBe(404);
});

it('is refused for guests with a reason', async () => {
  const guest = await person(app, { role: 'guest', organizationId: anna.organizationId });
  const id = await add('files.zip', zip64Of(files));
  await anna.call(sharing.share, { body: { inviting_ids: [guest.id], document_ids: [id] } });
  const entry = await entryOf(id, 'notes.txt', guest);
  expect(entry.save_problem).toBe('Guests can’t save files to My files.');
  expect((await entryOf(id, 'notes.txt')).save_problem).toBeNull();
  const refused = guest.call(archives.save, { params: { id }, body: { entry: entry.id, path: entry.path } });
  expect((await failure(refused)).status).toBe(403);
});

it('refuses missing entries, folders, and entries that have changed', async () => {
  const items = [
    { name: 'a.txt', bytes: 'a' },
    { name: 'b/c.txt', bytes: 'c' },
  ];
  const id = await add('files.tar', tarOf(items));
  const statusOf = async (entry: string, path: string, of = id) =>
    (await failure(anna.call(archives.save, { params: { id: of }, body: { entry, path } }))).status;
  expect(await statusOf('file 0', 'b/c.txt')).toBe(404);
  expect(await statusOf('folder 1', 'b')).toBe(404);
  expect(await statusOf('file 9', 'a.txt')).toBe(404);
  expect(await statusOf('file 0', 'a.txt', crypto.randomUUID())).toBe(404);
  expect(await own()).toEqual([]);
});

it('refuses what would take too long, and what can’t be extracted', () => {
  const mb = 1024 ** 2;
  expect(saveProblem({ size: 512 * mb, problem: null }, 'member')).toBeNull();
  expect(saveProblem({ size: 512 * mb + 1, problem: null }, 'member')).toMatch(/^Files of up to 512 MB/);
  expect(saveProblem({ size: 1, problem: 'It is locked.' }, 'member')).toBe('It is locked.');
});

it('leaves nothing behind when the archive is damaged or the plan is full', async () => {
  const whole = zip64Of(files);
  const damaged = Buffer.from(whole);
  damaged.writeUInt32LE(0, damaged.indexOf('PK\x03\x04'));
  const id = await add('damaged.zip', damaged);
  expect(await failure(save(id, 'notes.txt'))).toMatchObject({
    status: 409,
    message: 'This archive is damaged, or not what its name says.',
  });
  const good = await add('files.zip', whole);
  await app.services.pool.query('update source_accounts set bytes = $2 where id = $1', [
    account,
    planLimits.free.storage_bytes,
  ]);
  const full = await failure(save(good, 'notes.txt'));
  expect(full.status).toBe(402);
  expect(await own()).toEqual([]);
});

it('reads only parts of archives in a bucket', async () => {
  const credentials = { accessKeyId: 'blobs', secretAccessKey: 'secret' };
  const s3 = await startS3({ bucket: 'blobs', ...credentials });
  const inBucket = await testApp({
    blobs: parseBlobLocation(`s3://blobs:secret@blobs/one?endpoint=${encodeURIComponent(s3.url)}`),
  });
  try {
    const carl = await person(inBucket);
    const bytes = zip64Of({ 'ballast.bin': 'x'.repeat(1_500_000), 'notes.txt': 'a note', 'end.txt': 'the end' });
    const [id] = await addFiles(inBucket, carl, await quietAccount(inBucket, carl), [{ name: 'files.zip', bytes }]);
    const reads = vi.spyOn(inBucket.services.blobs, 'get');
    const listed = (await carl.call(archives.list, { params: { id: id! }, query: {} })).data;
    expect(listed.map(({ name, size }) => `${name} ${size}`)).toEqual([
      'ballast.bin 1500000',
      'end.txt 7',
      'notes.txt 6',
    ]);
    const notes = listed[2]!;
    expect((await inBucket.request({ method: 'GET', url: `/storage/${notes.local_path}` })).body).toBe('a note');
    const body = { entry: notes.id, path: notes.path };
    const saved = (await carl.call(archives.save, { params: { id: id! }, body })).data;
    const ranges = reads.mock.calls.map(([, options]) => options?.range);
    const read = ranges.reduce((sum, range) => sum + (range ? range.end! - range.start + 1 : Number.NaN), 0);
    expect(read).toBeGreaterThan(0);
    expect(read).toBeLessThan(1_000_000);
    const { data } = await carl.call(documents.get, { params: { id: saved.id } });
    expect((await inBucket.request({ method: 'GET', url: `/storage/${data.local_path}` })).body).toBe('a note');
  } finally {
    await inBucket.close();
    await s3.stop();
  }
});
