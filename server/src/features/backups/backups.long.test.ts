import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { auth, type Call, documents, sources } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { retryingClient } from '../../cluster/testing/retrying-client.ts';
import { newId } from '../../platform/uuid.ts';
import { runCommandProcess } from '../../testing/processes/command.ts';
import { ownInstallation } from '../../testing/processes/own-installation.ts';
import { ready } from '../../testing/processes/program.ts';
import { reachClouds } from '../../testing/processes/worker-process.ts';
import { connectAccount } from '../../testing/sign-in/consent.ts';
import { upload } from '../../testing/upload.ts';

/**
 * Runs the programs as operators do: backs up an installation with its own PostgreSQL while it works, and restores it
 * into another one.
 */

const MB = 1024 * 1024;

const google = await forThisFile(startGoogle({ samples: false }));
const own = await forThisFile(ownInstallation('backup'));
const dir = own.dir;
const same = { ...reachClouds({ 'google-drive': google }), SHEAF_SECRET: 'long enough to be taken for a secret' };
const env: Record<string, string> = { ...same, SHEAF_DATA_DIR: join(dir, 'first'), DATABASE_URL: own.url };
const elsewhere = { ...same, SHEAF_DATA_DIR: join(dir, 'second') };

const clientOf = (url: string, token: string): Call => retryingClient(url, { Authorization: `Bearer ${token}` });
/** Uploads a file. A busy machine may reject an upload, so this retries. */
const put = async (url: string, token: string, name: string, bytes: Uint8Array | string) => {
  const taken = () =>
    upload(url, token, name, bytes, 'replace').then(
      () => 'taken',
      (error) => error.message,
    );
  await expect.poll(taken).toBe('taken');
};
const command = (script: string, args: string[], settings = env) => runCommandProcess(script, args, settings);
const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );
/** Counts the pages of whole listings, without the calls for single files. */
const listings = () => {
  const calls = (prefix: string) => google.control.calls({ prefix });
  return calls('GET /drive/v3/files') - calls('GET /drive/v3/files/');
};

it('backs up while uploads and syncs run, and another installation resumes from there', async () => {
  for (let n = 0; n < 30; n += 1) google.control.add({ person: 'ada', name: `cloud ${n}.txt`, text: `cloud ${n}` });
  const first = await own.run(env);
  await ready(first);
  const password = 'correct horse battery';
  const body = { name: 'Ada', email: 'ada@example.com', password, password_confirmation: password };
  const { token } = (await clientOf(first.url, '')(auth.register, { body })).data.auth;
  await own.inside.query('update users set email_verified_at = now()');
  const call = clientOf(first.url, token);
  const { id } = await connectAccount({ call }, 'google-drive', 'ada');
  const account = async (who: Call) => (await who(sources.accounts)).data.find((one) => one.id === id)!;
  const names = async (who: Call) =>
    (await who(documents.list, { query: { sort: 'name', per_page: 100 } as never })).data.map(({ name }) => name);
  const syncNow = (who: Call) => who(sources.syncNow, { params: { id } });
  await syncNow(call);
  await expect.poll(async () => (await account(call)).status).toBe('connected');
  await expect.poll(async () => (await names(call)).filter((name) => name.startsWith('cloud')).length).toBe(30);
  await put(first.url, token, 'before.bin', randomBytes(5 * MB));

  // Uploads and syncs continue until the backup has ended.
  const backup = { isDone: false };
  const busy = (async () => {
    for (let n = 0; !backup.isDone; n += 1) {
      await put(first.url, token, `during ${n}.txt`, `during ${n}`);
      google.control.add({ person: 'ada', name: `cloud later ${n}.txt`, text: `later ${n}` });
      await syncNow(call).catch(() => {});
    }
  })();
  const file = join(dir, 'full.backup');
  const made = await command('backup.ts', [file], { ...env, BACKUP_PASSPHRASE: 'a long passphrase' }).ended;
  backup.isDone = true;
  await busy;
  expect(made).toMatchObject({ code: 0, output: expect.stringMatching(/is complete: [\d,]+ rows, [\d,]+ contents/) });
  const checked = await command('check.ts', []).ended;
  expect(checked).toMatchObject({ code: 0, output: expect.stringContaining('Everything is there') });
  first.child.kill('SIGTERM');
  await first.ended;

  // An embedded PostgreSQL and a folder of its own.
  const settings = { ...elsewhere, BACKUP_PASSPHRASE: 'a long passphrase' };
  const restored = await command('restore.ts', [file], settings).ended;
  expect(restored.output).toContain('Everything is there, and as it should be.');
  expect(restored.code).toBe(0);
  const second = await own.run(elsewhere);
  await ready(second);
  const there = clientOf(second.url, token);
  expect(await names(there)).toEqual(expect.arrayContaining(['before.bin', 'cloud 29.txt']));
  const before = listings();
  google.control.add({ person: 'ada', name: 'after the restore.txt', text: 'new' });
  await expect
    .poll(async () => {
      await syncNow(there).catch(() => {});
      return names(there);
    })
    .toContain('after the restore.txt');
  expect(listings()).toBe(before);
  expect((await command('restore.ts', [file], settings).ended).output).toContain('already running');
  second.child.kill('SIGTERM');
  await second.ended;
  expect((await command('restore.ts', [file], settings).ended).output).toContain('There are people or workspaces');
}, 900_000);

it('leaves nothing that looks complete when killed midway, and the next backup works', async () => {
  let file = '';
  for (let n = 0; file === '' || (await isThere(file)); n += 1) {
    file = join(dir, `killed ${n}.backup`);
    const { child, ended } = command('backup.ts', [file]);
    await expect.poll(() => isThere(`${file}.part`), { interval: 2 }).toBe(true);
    child.kill('SIGKILL');
    await ended;
  }
  const refused = await command('restore.ts', [`${file}.part`], { ...elsewhere, SHEAF_DATA_DIR: join(dir, 'third') })
    .ended;
  expect(refused).toMatchObject({
    code: 1,
    output: expect.stringMatching(/The backup isn’t complete|This isn’t a backup/),
  });
  expect(await isThere(join(dir, 'third'))).toBe(false);
  const again = await command('backup.ts', [file]).ended;
  expect(again.output).toContain('another backup is being written, or one was killed. Remove it.');
  await rm(`${file}.part`);
  expect((await command('backup.ts', [file]).ended).code).toBe(0);
});

it('refuses to start with another key, and changes nothing', async () => {
  const rows = async () =>
    (await own.inside.query('select name, applied_at from schema_migrations order by name')).rows;
  const before = await rows();
  const program = await own.run({ ...env, SHEAF_SECRET: 'quite another secret, and long enough' });
  expect(await program.ended).toBe(1);
  expect(program.output()).toMatch(
    /^SHEAF_SECRET isn’t the key that this database was made with, so nothing was started/,
  );
  expect(await rows()).toEqual(before);
});

it('needs no more memory for large contents', async () => {
  const { rows } = await own.inside.query('select organization_id, account_id, owner_id from documents limit 1');
  const { organization_id, account_id, owner_id } = rows[0];
  const blobs = join(env.SHEAF_DATA_DIR!, 'blobs/content', organization_id);
  const size = 350 * MB;
  const hash = createHash('sha256');
  const piece = Buffer.alloc(MB);
  for (let n = 0; n < size / MB; n += 1) hash.update(piece);
  const sha256 = hash.digest();
  const hex = sha256.toString('hex');
  await mkdir(join(blobs, hex.slice(0, 2)), { recursive: true });
  await writeFile(join(blobs, hex.slice(0, 2), hex), '');
  // A sparse file takes no room.
  await truncate(join(blobs, hex.slice(0, 2), hex), size);
  await own.inside.query('insert into blobs (organization_id, sha256, size) values ($1, $2, $3)', [
    organization_id,
    sha256,
    size,
  ]);
  await own.inside.query(
    `insert into documents (id, organization_id, account_id, owner_id, remote_id, name, kind, revision, listing, content, sha256, stored_size)
     values ($1, $2, $3, $4, 'large', 'large.bin', 'file', '1', 0, 'stored', $5, $6)`,
    [newId(), organization_id, account_id, owner_id, sha256, size],
  );
  const file = join(dir, 'large.backup');
  const { code, peakMemory } = await command('backup.ts', [file]).ended;
  expect(code).toBe(0);
  expect((await stat(file)).size).toBeGreaterThan(size);
  expect(peakMemory).toBeLessThan(300);
  const small = await command('backup.ts', [join(dir, 'based.backup'), '--base', file]).ended;
  expect(small.code).toBe(0);
  expect((await stat(join(dir, 'based.backup'))).size).toBeLessThan(50 * MB);
});

/** Makes V8 collect garbage early. Otherwise the peak shows how long it waited and not what was kept. */
const smallHeap = ['--max-semi-space-size=4', '--max-old-space-size=64'];

/** A store that generates contents and a file that discards them need no disk, so much can be tried in little time. */
it.each([
  { what: 'the bytes', few: [2, 256 * MB], many: [8, 256 * MB] },
  { what: 'the contents', few: [50_000, 500], many: [500_000, 500] },
])(
  'needs no more memory for many times $what',
  async ({ few, many }) => {
    const script = fileURLToPath(new URL('./testing/stream-contents.ts', import.meta.url));
    const peak = async (args: number[]) => {
      const { stdout } = await promisify(execFile)(process.execPath, [...smallHeap, script, ...args.map(String)]);
      return Number(/peak=([\d.]+)/.exec(stdout)![1]);
    };
    expect((await peak(many)) - (await peak(few))).toBeLessThan(30);
  },
  600_000,
);
