import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { memberOf } from '../../testing/member.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { sees } from '../access/index.ts';
import { zipContents } from './zip-contents.ts';

const run = promisify(execFile);
const app = await forThisFile(testApp());
const owner = await person(app);
const colleague = await person(app, { role: 'member', organizationId: owner.organizationId });
const account = await quietAccount(app, owner);
const base = await app.app.listen({ port: 0, host: '127.0.0.1' });

const hasPython = await run('python3', ['-c', 'import zipfile']).then(
  () => true,
  () => false,
);

const prepare = async (ids: string[], who = owner) =>
  (await who.call(contract.documents.zip, { body: { document_ids: ids } })).data;
const folder = async (name: string, parent?: string) =>
  (await addDocuments(app, owner, account, [{ name, parent, folder: true }]))[0]!;
const fetchZip = ({ local_path }: { local_path: string }) => fetch(`${base}/storage/${local_path}`);

/** Unpacks with another implementation, which checks every checksum. Returns path → text; folders end with a slash. */
async function unpacked(response: Response): Promise<Record<string, string>> {
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-zip-'));
  try {
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.length).toBe(Number(response.headers.get('content-length')));
    const file = join(dir, 'x.zip');
    await writeFile(file, bytes);
    await run('python3', [
      '-c',
      'import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None; z.extractall(sys.argv[2])',
      file,
      join(dir, 'out'),
    ]);
    const names = await readdir(join(dir, 'out'), { recursive: true });
    const found: Record<string, string> = {};
    for (const name of names.sort()) {
      const path = join(dir, 'out', name);
      if ((await stat(path)).isDirectory()) found[`${name}/`] = '';
      else found[name] = await readFile(path, 'utf8');
    }
    return found;
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

it.skipIf(!hasPython)('contains folders with everything inside, under unique names', async () => {
  const top = await folder('Projects');
  const inner = await folder('Ünder', top);
  await folder('Empty', top);
  const big = 'x'.repeat(700_000);
  await addFiles(app, owner, account, [
    { name: 'a.txt', bytes: 'one', parent: top },
    { name: 'a.txt', bytes: 'two', parent: top },
    { name: '../evil\u202e.txt', bytes: 'three', parent: inner },
    { name: 'big.bin', bytes: big, parent: inner },
    { name: 'none.txt', bytes: '', parent: inner },
    { name: 'Notes', bytes: 'doc', parent: inner, exportedAs: 'application/pdf' },
    { name: 'Lunch? 1. I', bytes: 'chat', parent: inner, exportedAs: 'text/html' },
  ]);
  await addDocuments(app, owner, account, [{ name: 'later.txt', parent: inner }]);
  const [lone] = await addFiles(app, owner, account, [{ name: 'lone.txt', bytes: 'lone' }]);
  const zip = await prepare([top, lone!]);
  expect(zip).toMatchObject({ files: 8, skipped: 1, bytes: 700_022 });
  const response = await fetchZip(zip);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Documents.zip"');
  const found = await unpacked(response);
  const texts = [found['Projects/a.txt'], found['Projects/a (2).txt']].sort();
  expect(texts).toEqual(['one', 'two']);
  expect(found['Projects/Ünder/big.bin'] === big).toBe(true);
  expect(Object.keys(found)).toEqual([
    'Projects/',
    'Projects/Empty/',
    'Projects/a (2).txt',
    'Projects/a.txt',
    'Projects/Ünder/',
    'Projects/Ünder/.._evil_.txt',
    'Projects/Ünder/Lunch_ 1. I.html',
    'Projects/Ünder/Notes.pdf',
    'Projects/Ünder/big.bin',
    'Projects/Ünder/none.txt',
    'lone.txt',
  ]);
  const { data } = await owner.call(contract.documents.activity, { params: { id: top }, query: {} });
  expect(data.map(({ kind }) => kind)).toContain('downloaded');
});

it('passes unzip -t if installed, and sends its length to HEAD', async () => {
  const top = await folder('Checked');
  await addFiles(
    app,
    owner,
    account,
    Array.from({ length: 1_003 }, (_, n) => ({ name: `${n}.txt`, bytes: `${n % 10}`, parent: top })),
  );
  const zip = await prepare([top]);
  const head = await fetch(`${base}/storage/${zip.local_path}`, { method: 'HEAD' });
  const response = await fetchZip(zip);
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="Checked.zip"');
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.length).toBe(Number(head.headers.get('content-length')));
  const file = join(tmpdir(), `${zip.local_path.slice(5, 41)}.zip`);
  await writeFile(file, bytes);
  try {
    const told = await run('unzip', ['-tq', file]).catch((error) => {
      if (error.code !== 'ENOENT') throw error;
      return { stdout: 'No errors' };
    });
    expect(told.stdout).toMatch(/No errors/);
  } finally {
    await rm(file, { force: true });
  }
});

it.skipIf(!hasPython)('contains only what one may see when it is requested and when it is fetched', async () => {
  const top = await folder('Shared');
  const [first, second] = await addFiles(app, owner, account, [
    { name: 'first.txt', bytes: '1' },
    { name: 'second.txt', bytes: '2' },
  ]);
  const [inside] = await addFiles(app, owner, account, [{ name: 'inside.txt', bytes: '3', parent: top }]);
  const share = (ids: string[]) =>
    owner.call(contract.sharing.share, { body: { inviting_ids: [colleague.id], document_ids: ids } });
  await share([first!, second!]);
  await expect(prepare([first!, inside!], colleague)).rejects.toMatchObject({ status: 404 });
  await expect(prepare([top], await person(app))).rejects.toMatchObject({ status: 404 });
  const zip = await prepare([first!, second!], colleague);
  await owner.call(contract.sharing.unshare, { params: { userId: colleague.id, documentId: second! } });
  expect(await unpacked(await fetchZip(zip))).toEqual({ 'first.txt': '1' });
  const { data } = await owner.call(contract.documents.activity, { params: { id: second! }, query: {} });
  expect(data.map(({ kind }) => kind)).not.toContain('downloaded');
  // Someone else's path, and a path after the hour.
  expect((await fetch(`${base}/storage/${zip.local_path.replace(colleague.id, owner.id)}`)).status).toBe(404);
  await app.services.pool.query("update zips set expires_at = now() - interval '1 second'");
  expect((await fetchZip(zip)).status).toBe(404);
});

it('breaks off where bytes are missing, and never looks complete', async () => {
  const [small, lost] = await addFiles(app, owner, account, [
    { name: 'small.txt', bytes: 'x'.repeat(300_000) },
    { name: 'vanishing.txt', bytes: 'v'.repeat(300_001) },
  ]);
  const zip = await prepare([small!, lost!]);
  for await (const { key, size } of app.services.blobs.list('content/'))
    if (size === 300_001) await app.services.blobs.delete(key);
  const response = await fetchZip(zip);
  expect(response.status).toBe(200);
  await expect(response.arrayBuffer()).rejects.toThrow('terminated');
});

it('is refused for endless folders or paths before its list fills the memory', async () => {
  const tooDeep = { status: 409, message: expect.stringContaining('too deep') };
  const [one, two] = [await folder('1'), await folder('2')];
  const { pool } = app.services;
  await pool.query('update documents set parent_id = $2 where id = $1', [one, two]);
  await pool.query('update documents set parent_id = $2 where id = $1', [two, one]);
  await expect(prepare([one])).rejects.toMatchObject(tooDeep);
  const top = await folder('-'.repeat(50_000));
  const files = Array.from({ length: 700 }, (_, n) => ({ name: `${n}.txt`, parent: top, content: 'c' }));
  await addDocuments(app, owner, account, files);
  await expect(prepare([top])).rejects.toMatchObject(tooDeep);
});

it.skipIf(!hasPython)('contains a whole list, and folders once with their contents', async () => {
  const someone = await person(app);
  const theirs = await quietAccount(app, someone);
  const prepareList = async (query: object) => (await someone.call(contract.documents.zip, { body: { query } })).data;
  await expect(prepareList({})).rejects.toMatchObject({ status: 409, message: 'This list has no documents.' });
  const [outer] = await addDocuments(app, someone, theirs, [{ name: 'outer', folder: true }]);
  const [inner] = await addDocuments(app, someone, theirs, [{ name: 'inner', parent: outer, folder: true }]);
  await addFiles(app, someone, theirs, [
    { name: 'a.txt', bytes: 'a' },
    { name: 'b.txt', bytes: 'b', parent: inner },
  ]);
  await addDocuments(app, someone, theirs, [{ name: 'no bytes' }]);
  const everything = await prepareList({});
  expect(everything).toMatchObject({ files: 2, bytes: 2, skipped: 1 });
  expect(await unpacked(await fetchZip(everything))).toEqual({
    'a.txt': 'a',
    'outer/': '',
    'outer/inner/': '',
    'outer/inner/b.txt': 'b',
  });
  expect(await unpacked(await fetchZip(await prepareList({ kind: 'file', search: 'txt' })))).toEqual({
    'a.txt': 'a',
    'b.txt': 'b',
  });
  // Other people's documents.
  await expect(prepare([outer!])).rejects.toMatchObject({ status: 404 });
  const both = { document_ids: [outer!], query: {} };
  await expect(someone.call(contract.documents.zip, { body: both })).rejects.toMatchObject({ status: 422 });
  await expect(someone.call(contract.documents.zip, { body: {} })).rejects.toMatchObject({ status: 422 });
});

it('reports what cannot be zipped', async () => {
  const [pending] = await addDocuments(app, owner, account, [{ name: 'later.txt' }]);
  await expect(prepare([pending!])).rejects.toMatchObject({ status: 409, code: 'conflict' });
  const top = await folder('Many');
  await addDocuments(app, owner, account, [
    { name: 'one.txt', parent: top },
    { name: 'two.txt', parent: await folder('Further', top) },
  ]);
  const viewer = memberOf(owner);
  const contents = (max: number) => zipContents(app.services.db, (documentId) => sees(viewer, documentId), [top], max);
  expect(await contents(4)).toMatchObject({ files: 0, skipped: 2 });
  for (const max of [3, 2, 1, 0])
    await expect(contents(max)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('100,000'),
    });
});

it('is prepared for a later workspace, however many another one is waiting for', async () => {
  const [busyFile] = await addFiles(app, owner, account, [{ name: 'Busy.txt', bytes: 'busy' }]);
  const other = await person(app);
  const [quietFile] = await addFiles(app, other, await quietAccount(app, other), [
    { name: 'Quiet.txt', bytes: 'quiet' },
  ]);
  const line = await app.services.pool.connect();
  // Each request of the busy workspace waits for this row. Without turns, all of them would, using every connection.
  await line.query('begin');
  await line.query('select from membership_rows where organization_id = $1 for update', [owner.organizationId]);
  const busy = Promise.all(
    [owner, colleague].flatMap((who) => Array.from({ length: 8 }, () => prepare([busyFile!], who).catch(() => null))),
  );
  expect((await prepare([quietFile!], other)).files).toBe(1);
  await line.query('commit');
  line.release();
  expect((await busy).filter((zip) => zip !== null)).toHaveLength(8);
});
