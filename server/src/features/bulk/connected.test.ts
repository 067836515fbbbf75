import { type BulkBatch, contract } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { dropboxFiles } from '../../testing/dropbox-files.ts';
import { listed, listedPaths } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAndSync } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { runBulk } from './run-bulk.ts';
import { addManyFiles } from './testing/many-files.ts';

const { bulk, documents, sharing, sources } = contract;
const ada = 'ada';

let me: TestPerson;
let account: string;
const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));
const there = dropboxFiles(dropbox);
beforeEach(async () => {
  there.reset({ '/Plans/': '', '/Plans/a.txt': 'a', '/b.txt': 'b' });
  me = await person(app);
  account = await connectAndSync(app, me, 'dropbox', ada);
});

const deleteAll = async (query: object = {}) => (await me.call(bulk.start, { body: { query, action: 'delete' } })).data;
const get = async ({ id }: BulkBatch) => (await me.call(bulk.get, { params: { id } })).data;
const undo = ({ id }: BulkBatch) => me.call(bulk.undo, { params: { id } });
const ended = async (batch: BulkBatch) => {
  await app.work();
  return get(batch);
};
/** Runs only the batch, without sending anything to the app. */
const done = async (batch: BulkBatch) => {
  await runBulk.run({ id: batch.id }, app.services, new AbortController().signal);
  return get(batch);
};

const here = () => listedPaths(me, { account_id: account });
const idsOf = async (...names: string[]) => {
  const documents = await listed(me, { account_id: account });
  return names.map((name) => documents.find((document) => document.name === name)?.id);
};
const writes = async (): Promise<string[]> => {
  const { rows } = await app.services.pool.query(
    'select kind, name, state from account_writes where account_id = $1 order by number',
    [account],
  );
  return rows.map(({ kind, name, state }) => `${kind} ${name} ${state}`);
};
const everything = ['/Plans', '/Plans/a.txt', '/b.txt'];

it('moves what apps can delete to their trash, says why the rest is left out, and restores what they can restore', async () => {
  await addManyFiles(app, me, 2);
  await addDocuments(app, me, await quietAccount(app, me, 'gmail'), [{ name: 'one' }, { name: 'two' }]);
  const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
  const [theirs] = await addDocuments(app, colleague, await quietAccount(app, colleague), [{ name: 'theirs.txt' }]);
  await colleague.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: [theirs!] } });
  dropbox.control.write({ person: ada, path: '/c.txt', text: 'c' });
  await me.call(sources.syncNow, { params: { id: account } });
  await app.work();
  const ids = await idsOf('b.txt', 'c.txt');
  const batch = await deleteAll();
  expect(await ended(batch)).toMatchObject({
    status: 'completed',
    total: 9,
    changed: 6,
    left_out: 3,
    left_out_reasons: [
      { reason: 'Emails and chats can’t be changed in Sheaf.', count: 2 },
      { reason: 'They’re shared for viewing only.', count: 1 },
    ],
    can_undo: true,
  });
  expect([there.paths(), (await listed(me)).length]).toEqual([[], 3]);
  expect((await writes()).toSorted()).toEqual(['trash Plans done', 'trash b.txt done', 'trash c.txt done']);
  await undo(batch);
  expect(await ended(batch)).toMatchObject({
    status: 'undone',
    left_out: 1,
    left_out_reasons: [{ reason: 'Dropbox lets Sheaf restore files only. Restore the folder in Dropbox.', count: 1 }],
    can_undo: false,
  });
  expect([there.paths(), await here(), (await listed(me)).length]).toEqual([
    ['/b.txt', '/c.txt'],
    ['/b.txt', '/c.txt'],
    7,
  ]);
  expect(await idsOf('b.txt', 'c.txt')).toEqual(ids);
});

it('undoes what the app does not know of yet, without sending it', async () => {
  const batch = await deleteAll({ account_id: account });
  expect(await done(batch)).toMatchObject({ status: 'completed', changed: 3, left_out: 0 });
  expect([await here(), there.paths()]).toEqual([[], everything]);
  const calls = dropbox.control.calls({ prefix: '' });
  await undo(batch);
  expect(await done(batch)).toMatchObject({ status: 'undone' });
  expect(await here()).toEqual(everything);
  await app.work();
  expect([dropbox.control.calls({ prefix: '' }) - calls, there.paths()]).toEqual([0, everything]);
  expect((await writes()).every((write) => write.endsWith('undone'))).toBe(true);
});

it('reports what can’t be restored and stays in the trash', async () => {
  const batch = await deleteAll({ account_id: account, kind: 'file' });
  await ended(batch);
  await me.call(documents.createFolder, { body: { name: 'b.txt', parent_id: null, account_id: account } });
  await undo(batch);
  expect(await ended(batch)).toMatchObject({
    status: 'undone',
    left_out_reasons: [
      {
        reason: 'Their folder isn’t there anymore, or has something with the same name. Restore them from the trash.',
        count: 1,
      },
    ],
  });
  expect([await here(), there.paths()]).toEqual([everything, everything]);
  expect((await listed(me, { place: 'trash' })).map(({ name }) => name)).toEqual(['b.txt']);
});

it('leaves out accounts that lost access between two slices', async () => {
  const batch = await deleteAll({ account_id: account });
  await app.services.pool.query(`update source_accounts set status = 'needs_reauth' where id = $1`, [account]);
  expect(await done(batch)).toMatchObject({ status: 'completed', changed: 0, left_out: 3, can_undo: false });
  expect([await here(), await writes()]).toEqual([everything, []]);
});

it('deletes in a folder shared for editing, in the owner’s account, but nothing that was shared directly', async () => {
  const editor = await person(app, { organizationId: me.organizationId, role: 'guest' });
  for (const id of await idsOf('Plans', 'b.txt'))
    await me.call(sharing.share, { body: { inviting_ids: [editor.id], document_ids: [id!], permission: 'edit' } });
  const { data: batch } = await editor.call(bulk.start, { body: { query: {}, action: 'delete' } });
  await app.work();
  expect((await editor.call(bulk.get, { params: { id: batch.id } })).data).toMatchObject({
    changed: 1,
    left_out: 2,
    left_out_reasons: [{ reason: 'Only the owner can delete items shared directly.', count: 2 }],
  });
  expect(there.paths()).toEqual(['/Plans', '/b.txt']);
});
