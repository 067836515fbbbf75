import { copyFile, mkdtemp, open, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { labelColors, labels, sharing } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { newId } from '../../platform/uuid.ts';
import { quietAccount } from '../../testing/documents.ts';
import { person } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { contentKey } from '../storage/index.ts';
import { checkInstallation, makeBackup, reportLines } from './index.ts';
import { type EmptyInstallation, emptyInstallation, fingerprint } from './testing/empty-installation.ts';

const passphrase = 'correct horse battery';
const passphraseWork = 4;
const large = Buffer.alloc(600_000, 'large ');

const dir = await mkdtemp(join(tmpdir(), 'sheaf-backup-'));
const app = await forThisFile(testApp());
const me = await person(app);
const bea = await person(app, { role: 'member', organizationId: me.organizationId });
const account = await quietAccount(app, me);
const ids = await addFiles(app, me, account, [
  { name: 'a.txt', bytes: 'the text of a' },
  { name: 'again.txt', bytes: 'the text of a' },
  { name: 'tabs\tand\nlines.txt', bytes: 'b\tb\n\\N' },
  { name: 'empty.txt', bytes: '' },
  { name: 'large.bin', bytes: large },
]);
await me.call(sharing.share, { body: { inviting_ids: [bea.id], document_ids: [ids[0]!] } });
const { data: label } = await me.call(labels.create, {
  body: { name: 'Important', color: Object.values(labelColors)[0]! },
});
await app.services.pool.query(
  'insert into label_documents (organization_id, label_id, document_id) values ($1, $2, $3)',
  [me.organizationId, label.id, ids[0]],
);
const avatar = newId();
await app.services.blobs.put(`images/${avatar}.webp`, Buffer.from('a picture'));
await app.services.pool.query('update users set avatar_key = $2 where id = $1', [me.id, avatar]);
afterAll(() => rm(dir, { recursive: true, force: true }));

const isThere = (file: string) =>
  stat(file).then(
    () => true,
    () => false,
  );

describe('a backup', () => {
  let target: EmptyInstallation;
  let file: string;
  beforeAll(async () => {
    file = join(dir, 'full.backup');
    await enqueue(
      app.services.db,
      jobType<object>('backups.test'),
      { some: 'thing' },
      { key: 'k', queue: 'q', delayMs: 3_600_000 },
    );
    await makeBackup(app.services, { file });
    target = await emptyInstallation();
  });
  afterAll(() => target.close());

  it('brings every row, job and byte to an empty installation', async () => {
    await target.restore(file);
    expect(await fingerprint(target.pool)).toEqual(await fingerprint(app.services.pool));
    const jobs = `select task_identifier, queue_name, key, run_at from graphile_worker.jobs where key = 'k'`;
    expect((await target.pool.query(jobs)).rows).toEqual((await app.services.pool.query(jobs)).rows);
    const report = await checkInstallation(target);
    expect(reportLines(report)).toEqual([
      expect.stringMatching(/^Organisation .*: 2 members, \d accounts?, 5 documents, 4 contents with [\d,]+ bytes$/),
      'Everything is there, and as it should be.',
    ]);
    // Triggers and foreign keys are back.
    await expect(target.pool.query('delete from blobs')).rejects.toThrow(/foreign key/);
    const { rows } = await target.pool.query<{ off: number }>(
      `select count(*)::int as off from pg_trigger where tgenabled <> 'O'`,
    );
    expect(rows[0]!.off).toBe(0);
  });

  it('is not restored into an installation where someone has signed up', async () => {
    await expect(target.restore(file)).rejects.toThrow('There are people or workspaces in this installation already.');
  });

  it('never replaces a file, and leaves nothing beside its own', async () => {
    await expect(makeBackup(app.services, { file })).rejects.toThrow('is there already');
    expect((await readdir(dir)).filter((name) => name.includes('part'))).toEqual([]);
  });

  it('based on another contains only what was added since, and needs the other', async () => {
    const [added] = await addFiles(app, me, account, [{ name: 'new.txt', bytes: 'added since' }]);
    const second = join(dir, 'second.backup');
    const made = await makeBackup(app.services, { file: second, base: file, passphrase, passphraseWork });
    expect(made!.totals).toMatchObject({ contents: 1, inBase: 5, missing: 0 });
    await expect(
      makeBackup(app.services, { file: join(dir, 'third.backup'), base: second, passphrase }),
    ).rejects.toThrow('it needs full.backup. Use that one as the base.');
    const other = await emptyInstallation();
    const alone = join(other.dir, 'second.backup');
    await copyFile(second, alone);
    await expect(other.restore(alone, { passphrase })).rejects.toThrow(
      'This backup needs full.backup, on which it is based.',
    );
    await other.restore(alone, { passphrase, base: file });
    expect((await checkInstallation(other)).clean).toBe(true);
    expect((await other.pool.query('select from documents where id = $1', [added])).rowCount).toBe(1);
    await other.close();
  });
});

describe('refuses with an explanation and writes nothing for', () => {
  const files: Record<string, string> = {};
  let target: EmptyInstallation;
  beforeAll(async () => {
    target = await emptyInstallation();
    for (const [name, secret] of [
      ['plain', undefined],
      ['encrypted', passphrase],
    ] as const) {
      files[name] = join(dir, `${name}.backup`);
      await makeBackup(app.services, { file: files[name], passphrase: secret, passphraseWork });
    }
  });
  afterAll(() => target.close());

  const refusal = async (file: string, o: Parameters<EmptyInstallation['restore']>[1] = { passphrase }) => {
    const error = await target.restore(file, o).then(
      () => expect.fail('it was restored'),
      (reason: Error) => reason,
    );
    expect(error.name).toBe('BackupError');
    const { rows } = await target.pool.query(`select from pg_class where relnamespace = 'public'::regnamespace`);
    expect(rows).toEqual([]);
    for await (const { key } of target.blobs.list('')) expect.fail(key);
    return error.message;
  };
  const changed = async (name: string, change: (file: string, size: number) => Promise<unknown>) => {
    const copy = join(dir, `changed-${newId()}`);
    await copyFile(files[name]!, copy);
    await change(copy, (await stat(copy)).size);
    return copy;
  };

  it.each(['plain', 'encrypted'])('a backup that was cut (%s)', async (name) => {
    for (const part of [0.3, 0.9, 0.9999]) {
      const cut = await changed(name, (file, size) => truncate(file, Math.floor(size * part)));
      expect(await refusal(cut)).toContain('The backup isn’t complete: its end is missing.');
    }
  });

  it.each(['plain', 'encrypted'])('a backup with a changed byte in any place (%s)', async (name) => {
    const { size } = await stat(files[name]!);
    for (let at = 20; at < size; at += Math.ceil(size / 25)) {
      const flipped = await changed(name, async (file) => {
        const handle = await open(file, 'r+');
        const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, at);
        await handle.write(Buffer.from([buffer[0]! ^ 1]), 0, 1, at);
        await handle.close();
      });
      expect(await refusal(flipped)).toMatch(/damaged|passphrase is wrong|another key|newer Sheaf/);
      await rm(flipped);
    }
  });

  it('a wrong or missing passphrase', async () => {
    expect(await refusal(files.encrypted!, { passphrase: 'another passphrase' })).toMatch(/^The passphrase is wrong/);
    expect(await refusal(files.encrypted!, {})).toMatch(/^This backup is encrypted/);
  });

  it('the key of another installation', async () => {
    expect(await refusal(files.plain!, { secret: 'a secret of some other installation' })).toMatch(
      /^The backup was made with another key: set SHEAF_SECRET/,
    );
  });

  it('a file that isn’t a backup', async () => {
    const text = join(dir, 'text');
    await writeFile(text, 'something else');
    expect(await refusal(text)).toBe('This isn’t a backup of Sheaf’s.');
    expect(await refusal(join(dir, 'nothing'))).toMatch(/^There is no file/);
  });

  it('does not reveal the contents of an encrypted backup', async () => {
    const isReadable = async (name: string) => (await readFile(files[name]!)).includes('the text of a');
    expect([await isReadable('plain'), await isReadable('encrypted')]).toEqual([true, false]);
  });
});

describe('check', () => {
  it('reports what is missing, damaged, unused or lost, and a backup continues without it', async () => {
    const own = await testApp();
    const { blobs, pool } = own.services;
    const owner = await person(own);
    const place = await quietAccount(own, owner);
    const [, b] = await addFiles(own, owner, place, [
      { name: 'a', bytes: 'a' },
      { name: 'b', bytes: 'b' },
      { name: 'c', bytes: 'c' },
    ]);
    const key = async (name: string) => {
      const { rows } = await pool.query('select organization_id, sha256 from documents where name = $1', [name]);
      return contentKey(rows[0].organization_id, rows[0].sha256);
    };
    await blobs.delete(await key('a'));
    await blobs.put(await key('b'), Buffer.from('x'));
    await pool.query(
      'insert into document_access select gen_random_uuid(), principal_id, organization_id, account_id, own, name_key, modified_at, size, type, format, parent_id from document_access limit 1',
    );
    const { counts, named } = (await checkInstallation(own.services)).problems;
    expect(counts).toMatchObject({ missing: 1, damaged: 1, row: 1 });
    expect(named.damaged[0]).toContain(b);
    const made = await makeBackup(own.services, { file: join(dir, 'lacking.backup') });
    expect(made!.totals).toMatchObject({ contents: 1, missing: 2 });
    await own.close();
  });
});

it.each(['the store breaks', 'it is stopped'])('fails as a whole when %s, and leaves nothing', async (why) => {
  const names = await readdir(dir);
  const problem = new Error('Something happened.');
  const stop = new AbortController();
  const blobs = Object.assign(Object.create(app.services.blobs), {
    fileOf: undefined,
    get: async () => {
      if (why === 'the store breaks') throw problem;
      stop.abort(problem);
      return null;
    },
  });
  const made = makeBackup({ ...app.services, blobs }, { file: join(dir, 'none.backup'), signal: stop.signal });
  await expect(made).rejects.toThrow(problem.message);
  expect(await readdir(dir)).toEqual(names);
});

it('reports a missing folder, and records no running backup', async () => {
  await expect(makeBackup(app.services, { file: join(dir, 'no/such.backup') })).rejects.toThrow(
    /^The folder .*no isn’t there/,
  );
  const { rows } = await app.services.pool.query(
    'select from backups where ended_at is null union all select from blob_holds',
  );
  expect(rows).toEqual([]);
  expect(await isThere(join(dir, 'no'))).toBe(false);
});
