import { contract } from '@sheaf/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { failure } from '../../../testing/failure.ts';
import { repeatTransfers } from '../run/repeat.ts';
import { expectCountersAgree } from '../testing/counters.ts';
import { driveToDropbox, paths, text } from '../testing/drive-to-dropbox.ts';
import { itemsOf, sync, transferAll, workUntilSettled } from '../testing/driver.ts';
import { deleteExpiredListings } from './delete-expired-listings.ts';

const { documents, sources, transfers } = contract;
const world = await driveToDropbox();
const everything = ['Elsewhere', 'Elsewhere/Deep', 'Elsewhere/Deep/c.txt', 'Synced', 'Synced/a.txt', 'b.txt'];

/** One folder of three is synced, and the Dropbox not at all. */
beforeEach(async () => {
  const { app, me, from, accounts } = world;
  await from.mkdir(['Synced']);
  await from.write(['Synced', 'a.txt'], text('a'));
  await from.mkdir(['Elsewhere']);
  await from.mkdir(['Elsewhere', 'Deep']);
  await from.write(['Elsewhere', 'Deep', 'c.txt'], text('c'));
  await from.write(['b.txt'], text('b'));
  const id = await from.folderId('Synced');
  const choose = (source_account_id: string, choice: object) =>
    me.call(sources.syncSettings, { body: { source_account_id, data: { sync: choice } } });
  await choose(accounts.from_account_id, { file_mode: 'selected', file_selected_folders: [{ id, name: 'Synced' }] });
  await choose(accounts.to_account_id, { file_mode: 'none' });
  await app.work();
});

const names = async () => (await world.me.call(documents.list)).data.map(({ name }) => name).sort();
const body = () => ({ ...world.accounts, selection_type: 'all' as const });
const preview = async () => (await world.me.call(transfers.preview, { body: body() })).data;
const listings = async () =>
  (
    await world.app.services.pool.query(
      'select status, transfer_id from transfer_listings where account_id = $1 order by created_at',
      [world.accounts.from_account_id],
    )
  ).rows;

describe('transferring everything of an account with one synced folder', () => {
  it('brings it all without making unsynced files documents of the source', async () => {
    const { app, me, to, accounts } = world;
    const transfer = await transferAll(app, me, accounts);
    expect(transfer).toMatchObject({
      status: 'completed',
      selection_type: 'all',
      total: 6,
      processed: 6,
      listed: null,
    });
    expect(await paths(to)).toEqual(everything);
    await expectCountersAgree(app, transfer.id);
    const items = await itemsOf(me, transfer.id);
    expect(
      items
        .filter(({ document_id }) => document_id !== null)
        .map(({ path }) => path)
        .sort(),
    ).toEqual(['Synced', 'Synced/a.txt']);
    const { data } = await me.call(documents.list, { query: { account_id: accounts.from_account_id } });
    expect(data.map(({ name }) => name).sort()).toEqual(['Synced', 'a.txt']);
    await sync(app, me, accounts.from_account_id);
  });

  it('moves it all without making it documents of the source', async () => {
    const { app, me, from, to, accounts } = world;
    const transfer = await transferAll(app, me, { ...accounts, mode: 'move' });
    expect(transfer).toMatchObject({ status: 'completed', failed: 0 });
    expect(await paths(from)).toEqual([]);
    expect(await paths(to)).toEqual(everything);
    const { data } = await me.call(documents.list, { query: { account_id: accounts.from_account_id } });
    expect(data).toEqual([]);
  });

  it('brings what a transfer of synced files leaves behind', async () => {
    const { app, me, to, accounts } = world;
    const transfer = await transferAll(app, me, { ...accounts, selection_type: 'synced' });
    expect(transfer).toMatchObject({ status: 'completed', selection_type: 'synced', total: 2 });
    expect(await paths(to)).toEqual(['Synced', 'Synced/a.txt']);
    expect(await listings()).toEqual([]);
  });

  it('lists everything again when the transfer repeats', async () => {
    const { app, me, from, to, accounts } = world;
    const { id } = await transferAll(app, me, { ...accounts, repeat: 'daily' });
    await from.write(['Elsewhere', 'new.txt'], text('new'));
    await app.services.pool.query('update transfers set next_run_at = now() where id = $1', [id]);
    await repeatTransfers.run({}, app.services, AbortSignal.timeout(30_000));
    expect(await workUntilSettled(app, me, id)).toMatchObject({ status: 'completed', total: 7, processed: 7 });
    expect(await paths(to)).toContain('Elsewhere/new.txt');
  });
});

describe('its review', () => {
  it('lists the account first and counts everything; the transfer uses the same list', async () => {
    const { app, me, to, google } = world;
    google.control.add({ person: 'ada', name: 'Shortcut', mimeType: 'application/vnd.google-apps.shortcut' });
    expect(await preview()).toMatchObject({ listing: { files: 0, problem: null }, files: 0 });
    // Requested twice, made once.
    await preview();
    await app.work();
    const seen = await preview();
    expect(seen).toMatchObject({ listing: null, files: 3, folders: 3, bytes: 3, not_transferable: { count: 1 } });
    expect(await names()).toEqual(['Synced', 'a.txt']);
    expect(await listings()).toEqual([{ status: 'done', transfer_id: null }]);
    await transferAll(app, me, world.accounts);
    expect(await listings()).toHaveLength(1);
    expect(await paths(to)).toEqual(everything);
  });

  it('says once why an account can’t be listed, and tries again on the next request', async () => {
    const { app, me, google } = world;
    google.control.fail({
      path: '/drive/v3/files',
      times: 100,
      action: { kind: 'status', status: 403, reason: 'cannotListFiles' },
    });
    await preview();
    await app.work();
    const refused = await failure(me.call(transfers.preview, { body: body() }));
    expect(refused).toMatchObject({ code: 'source_failed', message: 'Google Drive doesn’t allow this.' });
    google.control.clearFaults();
    await preview();
    await app.work();
    expect(await preview()).toMatchObject({ listing: null, files: 3 });
  });
});

describe('a transfer interrupted while listing', () => {
  /** The run is at its first page: its list exists, and its checkpoint is recorded. */
  const begin = async () => {
    const { id } = (await world.me.call(transfers.create, { body: body() })).data;
    world.google.control.fail({
      path: '/drive/v3/files',
      times: 100,
      action: { kind: 'status', status: 503, retryAfter: 3600 },
    });
    await world.app.work();
    const waiting = (await world.me.call(transfers.get, { params: { id } })).data;
    expect(waiting).toMatchObject({ status: 'running', phase: 'planning', listed: 0, total: 0 });
    world.google.control.clearFaults();
    return id;
  };

  it('resumes with the same list', async () => {
    const id = await begin();
    expect(await workUntilSettled(world.app, world.me, id)).toMatchObject({ status: 'completed', total: 6 });
    expect(await listings()).toEqual([{ status: 'done', transfer_id: id }]);
    expect(await paths(world.to)).toEqual(everything);
  });

  it('makes another list if the first is gone', async () => {
    const id = await begin();
    await world.app.services.pool.query('delete from transfer_listings');
    expect(await workUntilSettled(world.app, world.me, id)).toMatchObject({ status: 'completed', total: 6 });
  });

  it('transfers nothing when canceled, and deletes its list', async () => {
    const id = await begin();
    await world.me.call(transfers.cancel, { params: { id } });
    expect(await workUntilSettled(world.app, world.me, id)).toMatchObject({ status: 'cancelled', total: 0 });
    expect(await paths(world.to)).toEqual([]);
    await deleteExpiredListings.run({}, world.app.services, AbortSignal.timeout(30_000));
    expect(await listings()).toEqual([]);
  });
});
