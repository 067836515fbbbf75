import { contract } from '@sheaf/contract';
import { beforeEach, expect, it } from 'vitest';
import { quietAccount } from '../../../testing/documents.ts';
import { failure } from '../../../testing/failure.ts';
import { person } from '../../../testing/people.ts';
import { driveToDropbox, paths, text } from '../testing/drive-to-dropbox.ts';
import { itemsOf, sync, transferAll } from '../testing/driver.ts';

/** What is reported and rejected before a transfer starts. */

const { transfers } = contract;

const world = await driveToDropbox();
let { app, box, from, to, me, accounts } = world;
beforeEach(() => {
  ({ app, box, from, to, me, accounts } = world);
});
const { files, idOf, again } = world;

it('shows in a preview what will happen', async () => {
  await from.mkdir(['Plans']);
  await from.write(['Plans', 'and/or.txt'], text('x'));
  await from.write(['twin.txt'], text('1'));
  await from.write(['Twin.txt'], text('2'));
  await from.native!(['Minutes']);
  await sync(app, me, accounts.from_account_id);
  box.control.setLimit({ person: 'ada', bytes: 2 });
  const body = { ...accounts, selection_type: 'all' as const };
  const { data } = await me.call(transfers.preview, { body });
  const [minutes] = (await me.call(contract.documents.list, { query: { search: 'Minutes' } })).data;
  const { rows } = await app.services.pool.query('select stored_size from documents where id = $1', [minutes!.id]);
  const exported = rows[0].stored_size;
  expect(exported).toBeGreaterThan(0);
  expect(data).toMatchObject({
    files: 4,
    folders: 1,
    // An export of the online document is stored here, and its size counts.
    bytes: 3 + exported,
    unknown_sizes: 0,
    renamed: { count: 1, examples: [{ path: 'and/or.txt', detail: 'and／or.txt' }] },
    converted: { count: 1, examples: [{ path: 'Minutes', detail: 'Minutes.docx' }] },
    colliding: { count: 1, examples: [{ detail: 'Twin.txt, twin.txt' }] },
    free_bytes: 2,
    fits: false,
    seconds: null,
  });
  expect(await paths(to)).toEqual([]);
});

it('reports where originals stay because there is no trash', async () => {
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

it('hides transfers and accounts of others, and rejects requests that make no sense', async () => {
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

it('finds the name of a folder that was never synced, and rejects an unknown one', async () => {
  await files('a.txt');
  await to.mkdir(['Archive']);
  await to.write(['file.txt'], text('a file'));
  const into = (folder: string) => ({ ...accounts, selection_type: 'all' as const, to_folder_id: folder });
  const archive = await to.folderId('Archive');
  const { id } = (await me.call(transfers.create, { body: into(archive) })).data;
  expect((await me.call(transfers.get, { params: { id } })).data.to.folder).toMatchObject({
    id: archive,
    name: 'Archive',
  });
  await again(id);
  expect(await itemsOf(me, id)).toMatchObject([{ path: 'a.txt', new_path: 'Archive/a.txt' }]);
  const refused = async (folder: string) => (await failure(me.call(transfers.preview, { body: into(folder) }))).status;
  expect([await refused('id:nowhere'), await refused(await to.folderId('file.txt'))]).toEqual([404, 409]);
});

it('counts what is transferred in a month, even after the history is deleted', async () => {
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

it('reports an unknown size for an online document that was never exported', async () => {
  await from.write(['a.txt'], text('abc'));
  await from.native!(['Minutes']);
  await sync(app, me, accounts.from_account_id);
  await app.services.pool.query(
    `update documents set content = 'pending', sha256 = null, stored_size = null where kind = 'native' and account_id = $1`,
    [accounts.from_account_id],
  );
  const { data } = await me.call(transfers.preview, { body: { ...accounts, selection_type: 'all' } });
  expect(data).toMatchObject({ files: 2, bytes: 3, unknown_sizes: 1 });
});
