import { contract } from '@sheaf/contract';
import { type DropboxSandbox, type GoogleSandbox, startDropbox, startGoogle } from '@sheaf/sandbox';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { failure } from '../../testing/failure.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { type TestApp, testApp } from '../../testing/test-app.ts';
import { repeatTransfers } from './schedule.ts';
import { drive, dropbox, myFiles, type TestCloud } from './testing/clouds.ts';
import { itemsOf, sync, transferAll, workUntilSettled } from './testing/driver.ts';

const { transfers, sources, documents, labels } = contract;

let app: TestApp;
let google: GoogleSandbox;
let box: DropboxSandbox;
let from: TestCloud;
let to: TestCloud;
let me: TestPerson;
let accounts: { from_account_id: string; to_account_id: string };

beforeAll(async () => {
  [google, box] = await Promise.all([startGoogle({ samples: false }), startDropbox({ samples: false })]);
  app = await testApp({}, { 'google-drive': google, dropbox: box });
});
afterAll(async () => {
  await app.close();
  await Promise.all([google.stop(), box.stop()]);
});
beforeEach(async () => {
  [from, to] = [drive(google, 'ada'), dropbox(box, 'ada')];
  await from.clear();
  await to.clear();
  me = await person(app);
  accounts = { from_account_id: await from.connect(me), to_account_id: await to.connect(me) };
});
afterEach(() => {
  google.control.clearFaults();
  box.control.clearFaults();
  box.control.setLimit({ person: 'ada', bytes: 2 ** 40 });
});

const reason = 'insufficientFilePermissions';
const text = (words: string) => Buffer.from(words);
const paths = async (cloud: TestCloud) => (await cloud.list([])).map(({ path }) => path.join('/')).sort();
const outcomes = async (id: string) =>
  Object.fromEntries((await itemsOf(me, id)).map(({ path, outcome }) => [path, outcome]));
const files = async (...names: string[]) => {
  for (const name of names) await from.write([name], text(`I am ${name}`));
  await sync(app, me, accounts.from_account_id);
};
const idOf = async (name: string) =>
  (await me.call(documents.list, { query: { search: name } })).data.find((one) => one.name === name)!.id;
const again = (id: string) => workUntilSettled(app, me, id);

describe('a move', () => {
  it('keeps the document: its label, its id; the original is in the trash, and syncs change nothing', async () => {
    await from.mkdir(['Folder']);
    await from.write(['Folder', 'a.txt'], text('a'));
    await files('b.txt');
    const [a, folder] = [await idOf('a.txt'), await idOf('Folder')];
    const label = (await me.call(labels.create, { body: { name: 'Mine', color: '#2f9e44' } })).data.id;
    await me.call(documents.setLabels, { body: { document_id: a, labels: [label] } });
    const transfer = await transferAll(app, me, { ...accounts, mode: 'move' });
    expect(transfer).toMatchObject({ status: 'completed', total: 3, processed: 3, failed: 0, percent: 100 });
    expect(await paths(from)).toEqual([]);
    expect(await paths(to)).toEqual(['Folder', 'Folder/a.txt', 'b.txt']);
    await sync(app, me, accounts.from_account_id);
    await sync(app, me, accounts.to_account_id);
    const { data } = await me.call(documents.list);
    expect(data.length).toBe(3);
    expect(data.find(({ id }) => id === a)).toMatchObject({
      name: 'a.txt',
      parent_id: folder,
      source: { slug: 'dropbox' },
    });
    const labelled = (await me.call(documents.list, { query: { label_id: label } })).data;
    expect(labelled.map(({ id }) => id)).toEqual([a]);
    const { data: activity } = await me.call(documents.activity, { params: { id: a } });
    expect(activity[0]).toMatchObject({ kind: 'moved', detail: 'Dropbox', by: { id: me.id } });
  });

  it('into My files and out again', async () => {
    const mine = myFiles(app);
    const account = await mine.connect(me);
    await files('a.txt');
    const id = await idOf('a.txt');
    await transferAll(app, me, { ...accounts, to_account_id: account, mode: 'move' });
    expect([await paths(from), await paths(mine)]).toEqual([[], ['a.txt']]);
    await transferAll(app, me, { from_account_id: account, to_account_id: accounts.to_account_id, mode: 'move' });
    expect([await paths(mine), await paths(to)]).toEqual([[], ['a.txt']]);
    await sync(app, me, accounts.to_account_id);
    expect((await me.call(documents.list)).data).toMatchObject([{ id, source: { slug: 'dropbox' } }]);
  });

  it('into My files, which can be chosen before anything is in it', async () => {
    await files('a.txt');
    const [mine] = (await me.call(transfers.myFiles)).data;
    expect(mine).toMatchObject({ name: 'My files', source: { slug: 'uploads' }, files: 0 });
    await transferAll(app, me, { ...accounts, to_account_id: mine!.id, mode: 'move' });
    expect((await me.call(transfers.myFiles)).data).toEqual([{ ...mine, files: 1 }]);
    const other = await person(app, { role: 'member', organizationId: me.organizationId });
    expect((await other.call(transfers.myFiles)).data).toMatchObject([{ files: 0 }]);
  });

  it('leaves an original that must not be touched', async () => {
    await files('a.txt');
    google.control.fail({ method: 'PATCH', times: 9, action: { kind: 'status', status: 403, reason } });
    const transfer = await transferAll(app, me, { ...accounts, mode: 'move' });
    const [item] = await itemsOf(me, transfer.id);
    expect(item).toMatchObject({
      outcome: 'transferred',
      reason: expect.stringContaining('could not be moved to the trash'),
    });
    expect([await paths(from), await paths(to)]).toEqual([['a.txt'], ['a.txt']]);
    await sync(app, me, accounts.from_account_id);
    expect((await me.call(documents.list)).data.length).toBe(2);
  });
});

describe('names that are taken', () => {
  beforeEach(async () => {
    await to.write(['same.txt'], text('I am same.txt'));
    await to.write(['other.txt'], text('another'));
    await files('same.txt', 'other.txt', 'new.txt');
  });

  it.each([
    { on_conflict: 'rename', other: 'transferred', there: ['new.txt', 'other (2).txt', 'other.txt', 'same.txt'] },
    { on_conflict: 'skip', other: 'skipped', there: ['new.txt', 'other.txt', 'same.txt'] },
    { on_conflict: 'replace', other: 'transferred', there: ['new.txt', 'other.txt', 'same.txt'] },
  ] as const)('$on_conflict', async ({ on_conflict, other, there }) => {
    const { id } = await transferAll(app, me, { ...accounts, on_conflict });
    expect(await outcomes(id)).toEqual({ 'same.txt': 'identical', 'other.txt': other, 'new.txt': 'transferred' });
    expect(await paths(to)).toEqual(there);
    const content = Buffer.from(box.control.read({ person: 'ada', path: '/other.txt' }), 'base64').toString();
    expect(content).toBe(on_conflict === 'replace' ? 'I am other.txt' : 'another');
    // Once more: all of it is there.
    const second = await transferAll(app, me, { ...accounts, on_conflict });
    if (on_conflict !== 'skip') expect(Object.values(await outcomes(second.id))).toEqual(Array(3).fill('identical'));
    expect(await paths(to)).toEqual(there);
  });
});

it.each(['rename', 'replace'] as const)(
  'twins of the source both arrive (%s), however late one comes',
  async (on_conflict) => {
    await from.write(['twin.txt'], text('first'));
    await from.write(['twin.txt'], text('second'));
    await sync(app, me, accounts.from_account_id);
    const late = google.control.list({ person: 'ada' })[1]!;
    const refused = { kind: 'status', status: 403, reason: 'cannotDownloadFile' } as const;
    google.control.fail({ path: `/drive/v3/files/${late.id}`, action: refused });
    const { id, failed } = await transferAll(app, me, { ...accounts, on_conflict, mode: 'move' });
    expect(failed).toBe(1);
    await me.call(transfers.retry, { params: { id } });
    expect(await again(id)).toMatchObject({ status: 'completed', failed: 0 });
    expect(await paths(to)).toEqual(['twin (2).txt', 'twin.txt']);
  },
);

it('twins of the source both arrive, once, where they replace something', async () => {
  await to.write(['twin.txt'], text('old'));
  await from.write(['twin.txt'], text('first'));
  await from.write(['twin.txt'], text('second'));
  await sync(app, me, accounts.from_account_id);
  const contents = async (cloud: TestCloud) => (await cloud.list([])).map(({ sha256 }) => sha256).sort();
  const before = await contents(from);
  await transferAll(app, me, { ...accounts, on_conflict: 'replace', mode: 'move' });
  expect(await contents(to)).toEqual(before);
});

describe('what stops it', () => {
  it('a full destination: it pauses, says so, and goes on when there is room', async () => {
    await files('a.txt', 'b.txt');
    box.control.setLimit({ person: 'ada', bytes: 10 });
    const paused = await transferAll(app, me, accounts);
    expect(paused).toMatchObject({ status: 'paused', problem: expect.stringMatching(/^Dropbox .* is full/) });
    box.control.setLimit({ person: 'ada', bytes: 2 ** 40 });
    await me.call(transfers.resume, { params: { id: paused.id } });
    expect(await again(paused.id)).toMatchObject({ status: 'completed', problem: null });
    expect(await paths(to)).toEqual(['a.txt', 'b.txt']);
  });

  it('a grant that was withdrawn', async () => {
    await files('a.txt');
    box.control.revoke({ person: 'ada' });
    const paused = await transferAll(app, me, accounts);
    expect(paused).toMatchObject({ status: 'paused', problem: expect.stringMatching(/^Access to Dropbox/) });
  });

  it('a cloud that asks to wait: the slot is given back until then', async () => {
    await files('a.txt');
    box.control.fail({ times: 1000, action: { kind: 'status', status: 429, retryAfter: 3600 } });
    const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
    await app.work();
    const waiting = (await me.call(transfers.get, { params: { id } })).data;
    expect(waiting).toMatchObject({ status: 'running', problem: expect.stringContaining('asks us to wait') });
    const { rows } = await app.services.pool.query(
      `select extract(epoch from max(run_at) - now())::int as seconds from graphile_worker.jobs where task_identifier = 'transfers.run'`,
    );
    expect(rows[0].seconds).toBeGreaterThan(3000);
    await app.services.pool.query(`delete from graphile_worker._private_jobs`);
  });

  it('something that passes: it says that it tries again, and does', async () => {
    await files('a.txt');
    const mismatch = { kind: 'status', status: 409, reason: 'content_hash_mismatch' } as const;
    box.control.fail({ path: '/content/2/files/upload', times: 3, action: mismatch });
    const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
    await app.work();
    const waiting = (await me.call(transfers.get, { params: { id } })).data;
    expect(waiting).toMatchObject({ status: 'running', problem: expect.stringContaining('tried again by itself') });
    expect(await again(id)).toMatchObject({ status: 'completed', problem: null });
  });

  it('the person: paused, resumed, cancelled; each only where it makes sense', async () => {
    await files('a.txt');
    const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
    expect((await me.call(transfers.list, { query: { status: 'pending' } })).data.map((one) => one.id)).toEqual([id]);
    await me.call(transfers.pause, { params: { id } });
    await app.work();
    expect(await paths(to)).toEqual([]);
    expect((await failure(me.call(transfers.pause, { params: { id } }))).code).toBe('conflict');
    expect((await failure(me.call(transfers.delete, { params: { id } }))).code).toBe('conflict');
    await me.call(transfers.cancel, { params: { id } });
    await app.work();
    expect((await failure(me.call(transfers.resume, { params: { id } }))).code).toBe('conflict');
    expect((await me.call(transfers.get, { params: { id } })).data).toMatchObject({
      status: 'cancelled',
      phase: 'done',
    });
    expect((await me.call(transfers.list, { query: { status: 'pending' } })).data).toEqual([]);
    await me.call(transfers.delete, { params: { id } });
    expect((await me.call(transfers.list)).data).toEqual([]);
  });

  it('one item: it is reported, the rest arrives, and it can be tried again', async () => {
    await files('a.txt', 'b.txt');
    const bad = google.control.find({ person: 'ada', name: 'b.txt' })!;
    google.control.fail({
      path: `/drive/v3/files/${bad}`,
      times: 1000,
      action: { kind: 'status', status: 403, reason },
    });
    const transfer = await transferAll(app, me, accounts);
    expect(transfer).toMatchObject({ status: 'completed_with_errors', failed: 1, processed: 2 });
    const { data } = await me.call(sources.batchStatus, { params: { id: transfer.batch_id } });
    expect(data).toMatchObject({ kind: 'transfer', status: 'completed_with_errors', errors: [{ name: 'b.txt' }] });
    google.control.clearFaults();
    await me.call(transfers.retry, { params: { id: transfer.id } });
    expect(await again(transfer.id)).toMatchObject({ status: 'completed', failed: 0, total: 2, processed: 2 });
    expect(await paths(to)).toEqual(['a.txt', 'b.txt']);
  });
});

it('repeats: what is new or changed goes, changed files take the place of their copies', async () => {
  await files('a.txt', 'b.txt');
  const { id } = await transferAll(app, me, { ...accounts, repeat: 'hourly' });
  const ended = (await me.call(transfers.get, { params: { id } })).data;
  expect(Date.parse(ended.next_run_at!)).toBeGreaterThan(Date.now() + 3_500_000);
  google.control.write({ person: 'ada', id: google.control.find({ person: 'ada', name: 'a.txt' })!, text: 'changed' });
  await files('c.txt');
  box.control.forgetCalls();
  await app.services.pool.query('update transfers set next_run_at = now() where id = $1', [id]);
  await repeatTransfers.run({}, app.services, new AbortController().signal);
  expect(await again(id)).toMatchObject({ status: 'completed', total: 3, processed: 3, failed: 0 });
  expect(await paths(to)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(Buffer.from(box.control.read({ person: 'ada', path: '/a.txt' }), 'base64').toString()).toBe('changed');
  expect(box.control.calls({ prefix: 'POST /content/2/files/upload' })).toBe(2);
  await me.call(transfers.setRepeat, { params: { id }, body: { repeat: null } });
  expect((await me.call(transfers.get, { params: { id } })).data).toMatchObject({ repeat: null, next_run_at: null });
});

it('within one account the provider copies', async () => {
  await to.write(['a.txt'], text('a'));
  await to.mkdir(['Target']);
  await sync(app, me, accounts.to_account_id);
  const one = { from_account_id: accounts.to_account_id, to_account_id: accounts.to_account_id };
  const body = { ...one, document_ids: [await idOf('a.txt')], to_folder_id: await to.folderId('Target') };
  box.control.forgetCalls();
  const { id } = (await me.call(transfers.create, { body })).data;
  expect(await again(id)).toMatchObject({ status: 'completed' });
  expect(await paths(to)).toEqual(['Target', 'Target/a.txt', 'a.txt']);
  expect(box.control.calls({ prefix: 'POST /content/2/files/upload' })).toBe(0);
  const same = await failure(me.call(transfers.create, { body: { ...body, to_folder_id: null } }));
  expect(same.code).toBe('conflict');
});

describe('before it begins', () => {
  it('a preview says what will happen', async () => {
    await from.mkdir(['Plans']);
    await from.write(['Plans', 'and/or.txt'], text('x'));
    await from.write(['twin.txt'], text('1'));
    await from.write(['Twin.txt'], text('2'));
    await from.native!(['Minutes']);
    await sync(app, me, accounts.from_account_id);
    box.control.setLimit({ person: 'ada', bytes: 2 });
    const body = { ...accounts, selection_type: 'all' as const };
    const { data } = await me.call(transfers.preview, { body });
    expect(data).toMatchObject({
      files: 4,
      folders: 1,
      bytes: 3,
      renamed: { count: 1, examples: [{ path: 'and/or.txt', detail: 'and／or.txt' }] },
      converted: { count: 1, examples: [{ path: 'Minutes', detail: 'Minutes.docx' }] },
      colliding: { count: 1, examples: [{ detail: 'Twin.txt, twin.txt' }] },
      free_bytes: 2,
      fits: false,
      seconds: null,
    });
    expect(await paths(to)).toEqual([]);
  });

  it('a preview tells where the originals stay, for want of a trash', async () => {
    await files('a.txt');
    const sftp = await quietAccount(app, me, 'sftp');
    await app.services.pool.query(`update source_accounts set status = 'connected' where id = $1`, [sftp]);
    const stays = async (from_account_id: string, mode: 'copy' | 'move') => {
      const body = { from_account_id, to_account_id: accounts.to_account_id, selection_type: 'all' as const, mode };
      return (await me.call(transfers.preview, { body })).data.originals_stay;
    };
    expect([await stays(sftp, 'move'), await stays(sftp, 'copy')]).toEqual([true, false]);
    expect(await stays(accounts.from_account_id, 'move')).toBe(false);
  });

  it('what is not one’s own is not there, and what makes no sense is refused', async () => {
    await files('a.txt');
    const other = await person(app);
    const body = { ...accounts, selection_type: 'all' as const };
    expect((await failure(other.call(transfers.create, { body }))).code).toBe('not_found');
    const none = await failure(me.call(transfers.create, { body: accounts }));
    expect(none.code).toBe('validation_failed');
    const back = { from_account_id: accounts.to_account_id, to_account_id: accounts.from_account_id };
    const elsewhere = await failure(
      me.call(transfers.create, { body: { ...back, document_ids: [await idOf('a.txt')] } }),
    );
    expect(elsewhere.code).toBe('conflict');
    const { id } = (await me.call(transfers.create, { body })).data;
    for (const call of [transfers.get, transfers.items, transfers.pause, transfers.cancel, transfers.report])
      expect((await failure(other.call(call, { params: { id } }))).code).toBe('not_found');
    await me.call(transfers.cancel, { params: { id } });
  });

  it('a folder that was never synced is known by its name there; one that is not there is refused', async () => {
    await files('a.txt');
    await to.mkdir(['Archive']);
    await to.write(['file.txt'], text('a file'));
    const into = (folder: string) => ({ ...accounts, selection_type: 'all' as const, to_folder_id: folder });
    const archive = await to.folderId('Archive');
    const { id } = (await me.call(transfers.create, { body: into(archive) })).data;
    expect((await me.call(transfers.get, { params: { id } })).data.to.folder).toEqual({ id: archive, name: 'Archive' });
    await again(id);
    expect(await itemsOf(me, id)).toMatchObject([{ path: 'a.txt', new_path: 'Archive/a.txt' }]);
    const refused = async (folder: string) =>
      (await failure(me.call(transfers.preview, { body: into(folder) }))).status;
    expect([await refused('id:nowhere'), await refused(await to.folderId('file.txt'))]).toEqual([404, 409]);
  });

  it('the plan counts what is transferred in a month, and keeps counting when the history is removed', async () => {
    await files('a.txt');
    await app.services.pool.query('update documents set size = 11 * 1024::bigint ^ 3 where account_id = $1', [
      accounts.from_account_id,
    ]);
    const refused = await failure(me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } }));
    expect(refused.code).toBe('plan_limit');
    await app.services.pool.query('update documents set size = 10 where account_id = $1', [accounts.from_account_id]);
    const { id } = await transferAll(app, me, accounts);
    await me.call(transfers.delete, { params: { id } });
    const { rows } = await app.services.pool.query('select bytes from transfer_usage where organization_id = $1', [
      me.organizationId,
    ]);
    expect(rows).toEqual([{ bytes: 'I am a.txt'.length }]);
  });
});

it('the report names every item with its hashes, as CSV and as JSON', async () => {
  await files('a.txt', '=1+1.txt');
  const { id } = await transferAll(app, me, accounts);
  const csv = await (await me.call(transfers.report, { params: { id }, query: { format: 'csv' } })).text();
  const lines = csv.trim().split('\r\n');
  expect(lines.length).toBe(3);
  expect(csv).toContain("'=1+1.txt,'=1+1.txt,file,");
  const json = await (await me.call(transfers.report, { params: { id }, query: { format: 'json' } })).json();
  expect(json.items.length).toBe(2);
  for (const { source_hash, destination_hash, outcome, at } of json.items) {
    expect(source_hash).toMatch(/^[0-9a-f]{64}$/);
    expect({ destination_hash, outcome, at: typeof at }).toEqual({
      destination_hash: source_hash,
      outcome: 'transferred',
      at: 'string',
    });
  }
});

it('a browser fetches the report by a path of its own, which is good for nobody else', async () => {
  await files('a.txt');
  const { id } = await transferAll(app, me, accounts);
  const { local_path } = (await me.call(transfers.reportPath, { params: { id }, body: { format: 'json' } })).data;
  const get = (path: string) => app.request({ method: 'GET', url: `/storage/${path}` });
  const { status, headers, json } = await get(local_path);
  expect([status, headers['content-disposition']]).toEqual([
    200,
    expect.stringMatching(/^attachment; filename="transfer-\d{4}-\d\d-\d\d\.json"$/),
  ]);
  expect(json.items).toMatchObject([{ path: 'a.txt', outcome: 'transferred' }]);
  const other = await person(app);
  expect((await failure(other.call(transfers.reportPath, { params: { id } }))).status).toBe(404);
  expect((await get(local_path.replace(me.id, other.id))).status).toBe(404);
  expect((await get(local_path.replace('v=json', 'v=csv'))).status).toBe(404);
  await me.call(transfers.delete, { params: { id } });
  expect((await get(local_path)).status).toBe(404);
});

it('a mail tells of the end of one that took longer than ten minutes', async () => {
  await files('a.txt');
  const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
  await app.services.pool.query(`update transfers set started_at = now() - interval '11 minutes' where id = $1`, [id]);
  await again(id);
  await app.work();
  expect(await app.mailsTo(me.email)).toMatchObject([
    { subject: 'Your files were copied from Google Drive to Dropbox' },
  ]);
});
