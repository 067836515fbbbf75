import { contract } from '@sheaf/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../testing/failure.ts';
import { person } from '../../testing/people.ts';
import { repeatTransfers } from './run/repeat.ts';
import { myFiles, type TestCloud } from './testing/clouds.ts';
import { driveToDropbox, paths, text } from './testing/drive-to-dropbox.ts';
import { itemsOf, sync, transferAll, tryAgainLate } from './testing/driver.ts';

const { transfers, sources, documents, labels, notifications } = contract;

const world = await driveToDropbox();
await tryAgainLate(world.app);
let { app, google, box, from, to, me, accounts } = world;
beforeEach(() => {
  ({ app, google, box, from, to, me, accounts } = world);
});
const { files, idOf, again } = world;

const reason = 'insufficientFilePermissions';
const outcomes = async (id: string) =>
  Object.fromEntries((await itemsOf(me, id)).map(({ path, outcome }) => [path, outcome]));

describe('a move', () => {
  it('keeps the document’s label and id, trashes the original, and leaves nothing for syncs to change', async () => {
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

  it('goes into My files and out again', async () => {
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

  it('goes into My files, which can be chosen while empty', async () => {
    await files('a.txt');
    const [mine] = (await me.call(transfers.myFiles)).data;
    expect(mine).toMatchObject({ name: 'My files', source: { slug: 'uploads' }, files: 0 });
    await transferAll(app, me, { ...accounts, to_account_id: mine!.id, mode: 'move' });
    expect((await me.call(transfers.myFiles)).data).toEqual([{ ...mine, files: 1 }]);
    const other = await person(app, { role: 'member', organizationId: me.organizationId });
    expect((await other.call(transfers.myFiles)).data).toMatchObject([{ files: 0 }]);
  });

  it('leaves an original that can’t be deleted', async () => {
    await files('a.txt');
    google.control.fail({ method: 'PATCH', times: 9, action: { kind: 'status', status: 403, reason } });
    const transfer = await transferAll(app, me, { ...accounts, mode: 'move' });
    const [item] = await itemsOf(me, transfer.id);
    expect(item).toMatchObject({
      outcome: 'transferred',
      reason: expect.stringContaining('couldn’t be moved to the trash'),
    });
    expect([await paths(from), await paths(to)]).toEqual([['a.txt'], ['a.txt']]);
    await sync(app, me, accounts.from_account_id);
    expect((await me.call(documents.list)).data.length).toBe(2);
  });
});

describe('name conflicts', () => {
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
    // The second time, everything is already there.
    const second = await transferAll(app, me, { ...accounts, on_conflict });
    if (on_conflict !== 'skip') expect(Object.values(await outcomes(second.id))).toEqual(Array(3).fill('identical'));
    expect(await paths(to)).toEqual(there);
  });
});

it.each(['rename', 'replace'] as const)(
  'transfers both originals of one name (%s), however late one arrives',
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

it('transfers both originals of one name once when they replace something', async () => {
  await to.write(['twin.txt'], text('old'));
  await from.write(['twin.txt'], text('first'));
  await from.write(['twin.txt'], text('second'));
  await sync(app, me, accounts.from_account_id);
  const contents = async (cloud: TestCloud) => (await cloud.list([])).map(({ sha256 }) => sha256).sort();
  const before = await contents(from);
  await transferAll(app, me, { ...accounts, on_conflict: 'replace', mode: 'move' });
  expect(await contents(to)).toEqual(before);
});

describe('a transfer that stops', () => {
  it('pauses at a full destination, says so, and continues once there is room', async () => {
    await files('a.txt', 'b.txt');
    box.control.setLimit({ person: 'ada', bytes: 10 });
    const paused = await transferAll(app, me, accounts);
    expect(paused).toMatchObject({ status: 'paused', problem: expect.stringMatching(/^Dropbox .* is full/) });
    box.control.setLimit({ person: 'ada', bytes: 2 ** 40 });
    await me.call(transfers.resume, { params: { id: paused.id } });
    expect(await again(paused.id)).toMatchObject({ status: 'completed', problem: null });
    expect(await paths(to)).toEqual(['a.txt', 'b.txt']);
  });

  it('pauses when a grant was withdrawn', async () => {
    await files('a.txt');
    box.control.revoke({ person: 'ada' });
    const paused = await transferAll(app, me, accounts);
    expect(paused).toMatchObject({ status: 'paused', problem: expect.stringMatching(/^Access to Dropbox/) });
  });

  it('frees its slot while a cloud limits it', async () => {
    await files('a.txt');
    box.control.fail({ times: 1000, action: { kind: 'status', status: 429, retryAfter: 3600 } });
    const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
    await app.work();
    const waiting = (await me.call(transfers.get, { params: { id } })).data;
    expect(waiting).toMatchObject({ status: 'running', problem: expect.stringContaining('asks Sheaf to wait') });
    const { rows } = await app.services.pool.query(
      `select extract(epoch from max(run_at) - now())::int as seconds from graphile_worker.jobs where task_identifier = 'transfers.run'`,
    );
    expect(rows[0].seconds).toBeGreaterThan(3000);
    await app.services.pool.query(`delete from graphile_worker._private_jobs`);
  });

  it('says after a temporary failure that it tries again, and does', async () => {
    await files('a.txt');
    const mismatch = { kind: 'status', status: 409, reason: 'content_hash_mismatch' } as const;
    box.control.fail({ path: '/content/2/files/upload', times: 3, action: mismatch });
    const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
    await app.work();
    const waiting = (await me.call(transfers.get, { params: { id } })).data;
    expect(waiting).toMatchObject({ status: 'running', problem: expect.stringContaining('retries what couldn’t') });
    expect(await again(id)).toMatchObject({ status: 'completed', problem: null });
  });

  it('can be paused, resumed and canceled only when that makes sense', async () => {
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

  it('reports one failed item, transfers the rest, and can retry the item', async () => {
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

it('transfers new and changed files when it repeats, replacing the copies of changed ones', async () => {
  await files('a.txt', 'b.txt');
  const { id } = await transferAll(app, me, { ...accounts, repeat: 'hourly' });
  const ended = (await me.call(transfers.get, { params: { id } })).data;
  expect(Date.parse(ended.next_run_at!)).toBeGreaterThan(Date.now() + 3_500_000);
  google.control.write({ person: 'ada', id: google.control.find({ person: 'ada', name: 'a.txt' })!, text: 'changed' });
  await files('c.txt');
  box.control.clearCalls();
  await app.services.pool.query('update transfers set next_run_at = now() where id = $1', [id]);
  await repeatTransfers.run({}, app.services, new AbortController().signal);
  expect(await again(id)).toMatchObject({ status: 'completed', total: 3, processed: 3, failed: 0 });
  expect(await paths(to)).toEqual(['a.txt', 'b.txt', 'c.txt']);
  expect(Buffer.from(box.control.read({ person: 'ada', path: '/a.txt' }), 'base64').toString()).toBe('changed');
  expect(box.control.calls({ prefix: 'POST /content/2/files/upload' })).toBe(2);
  await me.call(transfers.setRepeat, { params: { id }, body: { repeat: null } });
  expect((await me.call(transfers.get, { params: { id } })).data).toMatchObject({ repeat: null, next_run_at: null });
});

it('lets the provider copy within one account', async () => {
  await to.write(['a.txt'], text('a'));
  await to.mkdir(['Target']);
  await sync(app, me, accounts.to_account_id);
  const one = { from_account_id: accounts.to_account_id, to_account_id: accounts.to_account_id };
  const body = { ...one, document_ids: [await idOf('a.txt')], to_folder_id: await to.folderId('Target') };
  box.control.clearCalls();
  const { id } = (await me.call(transfers.create, { body })).data;
  expect(await again(id)).toMatchObject({ status: 'completed' });
  expect(await paths(to)).toEqual(['Target', 'Target/a.txt', 'a.txt']);
  expect(box.control.calls({ prefix: 'POST /content/2/files/upload' })).toBe(0);
  const same = await failure(me.call(transfers.create, { body: { ...body, to_folder_id: null } }));
  expect(same.code).toBe('conflict');
});

it('emails the end of a transfer that took longer than ten minutes', async () => {
  await files('a.txt');
  const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
  await app.services.pool.query(`update transfers set started_at = now() - interval '11 minutes' where id = $1`, [id]);
  await again(id);
  await app.work();
  expect(await app.mailsTo(me.email)).toMatchObject([
    { subject: 'Your files were copied from Google Drive to Dropbox' },
  ]);
});

describe('its owner', () => {
  const notificationsOf = async () =>
    (await me.call(notifications.list)).data.notifications.map(({ title, message, path }) => ({
      title,
      message,
      path,
    }));

  it('is notified of the end, and of a repetition only if it transferred something', async () => {
    await files('a.txt');
    const { id } = await transferAll(app, me, { ...accounts, repeat: 'hourly' });
    const news = {
      title: 'Your files were copied from Google Drive to Dropbox',
      message: '1 item copied',
      path: `/switch-cloud?transfer=${id}&org=${me.organizationId}`,
    };
    expect(await notificationsOf()).toEqual([news]);
    const repeat = async () => {
      await me.call(notifications.markRead, { body: { all: true } });
      await app.services.pool.query('update transfers set next_run_at = now() where id = $1', [id]);
      await repeatTransfers.run({}, app.services, new AbortController().signal);
      await again(id);
      return (await me.call(notifications.list)).data.unread;
    };
    expect(await repeat()).toBe(0);
    await files('b.txt');
    expect(await repeat()).toBe(1);
    expect(await notificationsOf()).toEqual([{ ...news, message: '2 items copied' }]);
    expect(await app.mailsTo(me.email)).toEqual([]);
  });

  it('gets no email about a long transfer if they chose that', async () => {
    await me.call(notifications.changeSettings, { body: { channels: { transfer_finished: 'app' } } });
    await files('a.txt');
    const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
    await app.services.pool.query(`update transfers set started_at = now() - interval '11 minutes' where id = $1`, [
      id,
    ]);
    await again(id);
    await app.work();
    expect([await app.mailsTo(me.email), (await notificationsOf()).length]).toEqual([[], 1]);
  });

  it('is notified why it is paused, also by email if they chose that', async () => {
    await me.call(notifications.changeSettings, { body: { channels: { transfer_failed: 'email' } } });
    await files('a.txt');
    google.control.revoke({ person: 'ada' });
    const { id } = await transferAll(app, me, accounts);
    const [news] = await notificationsOf();
    expect(news).toMatchObject({
      title: 'Your transfer from Google Drive to Dropbox is paused',
      message: expect.stringContaining('Reconnect the account, then resume.'),
    });
    expect(news!.path).toContain(id);
    await app.work();
    expect(await app.mailsTo(me.email)).toMatchObject([{ subject: news!.title }]);
  });
});

describe('the choice', () => {
  it('is everything if the request says so, whatever documents it lists', async () => {
    await files('a.txt', 'b.txt');
    const document_ids = [await idOf('a.txt')];
    const transfer = await transferAll(app, me, { ...accounts, selection_type: 'all', document_ids });
    expect(transfer).toMatchObject({ status: 'completed', total: 2 });
    expect(await paths(to)).toEqual(['a.txt', 'b.txt']);
  });

  it('fails the transfer if nothing of it can be transferred', async () => {
    await files('a.txt');
    await app.services.pool.query(`update documents set kind = 'link' where account_id = $1`, [
      accounts.from_account_id,
    ]);
    const transfer = await transferAll(app, me, accounts);
    expect(transfer).toMatchObject({
      status: 'failed',
      total: 1,
      processed: 0,
      not_transferable: 1,
      problem: expect.stringMatching(/^Nothing was transferred/),
    });
    expect((await me.call(notifications.list)).data.notifications).toMatchObject([
      {
        kind: 'transfer_failed',
        title: 'Your transfer from Google Drive to Dropbox failed',
        message: transfer.problem,
      },
    ]);
    expect(await paths(to)).toEqual([]);
  });
});

it('lists transfers of one kind, and since a time', async () => {
  await files('a.txt');
  const copy = await transferAll(app, me, accounts);
  const move = await transferAll(app, me, { ...accounts, mode: 'move' });
  const listed = async (query: { mode?: 'copy' | 'move'; since?: string }) => {
    const { data, pagination } = await me.call(transfers.list, { query });
    expect(pagination.total).toBe(data.length);
    return data.map(({ id }) => id);
  };
  expect(await listed({ mode: 'copy' })).toEqual([copy.id]);
  expect(await listed({ since: move.created_at })).toEqual([move.id]);
  expect(await listed({ mode: 'copy', since: move.created_at })).toEqual([]);
  expect(await listed({})).toEqual([move.id, copy.id]);
});
