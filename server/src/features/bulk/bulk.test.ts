import { type BulkBatch, type CallInput, contract, labelColors } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { addManyFiles } from './testing/many-files.ts';

const { bulk, documents, labels, collections, sharing } = contract;

let me: TestPerson;
const app = await forThisFile(testApp());
beforeEach(async () => {
  me = await person(app);
});

type Body = NonNullable<CallInput<typeof bulk.start>['body']>;
const start = async (body: Body) => (await me.call(bulk.start, { body })).data;
const get = async (id: string) => (await me.call(bulk.get, { params: { id } })).data;
const undo = (id: string) => me.call(bulk.undo, { params: { id } });
const ended = async ({ id }: BulkBatch) => {
  await app.work();
  return get(id);
};
const totalOf = async (query: object) => (await me.call(documents.list, { query })).pagination.total;
const newLabel = async (name: string) =>
  (await me.call(labels.create, { body: { name, color: labelColors.red } })).data.id;

/** Adds enough files for several slices. */
const manyFiles = (count: number, source?: string) => addManyFiles(app, me, count, source);

it('labels exactly the documents of a list, in slices, and undoes it', async () => {
  await manyFiles(700);
  const [old, fresh, shelf] = [
    await newLabel('Old'),
    await newLabel('Fresh'),
    (await me.call(collections.create, { body: { name: 'Shelf' } })).data.id,
  ];
  await ended(await start({ query: { search: 'file 1' }, action: 'tag', add_labels: [fresh] }));
  const before = await totalOf({ label_id: fresh });
  expect(before).toBe(await totalOf({ search: 'file 1' }));
  const batch = await start({
    query: { search: '.pdf' },
    action: 'tag',
    add_labels: [old, fresh],
    add_collections: [shelf],
  });
  expect(batch).toMatchObject({ status: 'running', total: 350, processed: 0, can_undo: false });
  expect(batch.names.toSorted()).toEqual(['Fresh', 'Old', 'Shelf']);
  expect(await ended(batch)).toMatchObject({ status: 'completed', processed: 350, changed: 350, can_undo: true });
  expect([await totalOf({ label_id: old }), await totalOf({ collection_id: shelf })]).toEqual([350, 350]);
  await undo(batch.id);
  expect(await ended(batch)).toMatchObject({ status: 'undone', can_undo: false });
  // Documents that had the label before keep it.
  expect([
    await totalOf({ label_id: old }),
    await totalOf({ collection_id: shelf }),
    await totalOf({ label_id: fresh }),
  ]).toEqual([0, 0, before]);
  await expect(undo(batch.id)).rejects.toMatchObject({ status: 409, message: 'There is nothing to undo.' });
});

it('moves documents of My files to the trash, reports what is left out, and restores all of them', async () => {
  const mine = await manyFiles(650);
  const [folder] = await addDocuments(app, me, mine, [{ name: 'Folder', folder: true }]);
  await addDocuments(app, me, mine, [{ name: 'inside.txt', parent: folder }]);
  await app.services.pool.query('update documents set listing = 0 where account_id = $1', [mine]);
  await manyFiles(5, 'dropbox');
  const batch = await start({ query: { owner: 'me' }, action: 'delete' });
  expect(await ended(batch)).toMatchObject({ status: 'completed', total: 657, left_out: 5, can_undo: true });
  expect([await totalOf({}), await totalOf({ place: 'trash' })]).toEqual([5, 651]);
  const filesOf = async () =>
    (await app.services.pool.query('select files from source_accounts where id = $1', [mine])).rows[0].files;
  const files = await filesOf();
  await undo(batch.id);
  expect(await ended(batch)).toMatchObject({ status: 'undone' });
  expect([await totalOf({}), await totalOf({ place: 'trash' }), await totalOf({ parent_id: folder })]).toEqual([
    657, 0, 1,
  ]);
  expect((await filesOf()) - files).toBe(651);
});

it('shares one’s own documents and leaves out those of others, which can’t be undone', async () => {
  const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
  const friend = await person(app, { organizationId: me.organizationId, role: 'member' });
  const [theirs] = await addDocuments(app, colleague, await quietAccount(app, colleague), [{ name: 'theirs.txt' }]);
  await colleague.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: [theirs!] } });
  await manyFiles(310, 'dropbox');
  const batch = await start({ query: {}, action: 'share', inviting_ids: [friend.id] });
  expect(await ended(batch)).toMatchObject({
    status: 'completed',
    total: 311,
    changed: 310,
    left_out: 1,
    names: [expect.stringMatching(/^Person/)],
    can_undo: false,
  });
  expect((await friend.call(documents.list)).pagination.total).toBe(310);
  // People who see some of the documents can be chosen for the rest.
  const { data: found } = await me.call(sharing.candidates);
  expect(found.map(({ kind, id }) => (kind === 'user' ? id : kind)).toSorted()).toEqual(
    ['group', colleague.id, friend.id].toSorted(),
  );
});

it('adds and removes stars, and undoes it', async () => {
  await manyFiles(320, 'dropbox');
  const batch = await start({ query: {}, action: 'star' });
  expect(await ended(batch)).toMatchObject({ changed: 320 });
  expect(await totalOf({ place: 'starred' })).toBe(320);
  const off = await start({ query: { place: 'starred' }, action: 'unstar' });
  expect(await ended(off)).toMatchObject({ changed: 320 });
  await undo(off.id);
  await app.work();
  expect(await totalOf({ place: 'starred' })).toBe(320);
});

it('is canceled between slices, and resumes where it was killed, even if its job is lost', async () => {
  await manyFiles(700, 'dropbox');
  const label = await newLabel('Label');
  const batch = await start({ query: {}, action: 'tag', add_labels: [label] });
  const { data: cancelled } = await me.call(bulk.cancel, { params: { id: batch.id } });
  expect(cancelled).toMatchObject({ status: 'cancelled', can_undo: false });
  await app.work();
  expect(await totalOf({ label_id: label })).toBe(0);
  // As if killed midway: the position is stored and the job is lost.
  const middle = await start({ query: {}, action: 'tag', add_labels: [label] });
  await app.services.pool.query(`select graphile_worker.complete_jobs(array(
    select id from graphile_worker.jobs where task_identifier = 'documents.bulk'))`);
  await app.services.pool.query(`select graphile_worker.add_job('documents.resume-bulk')`);
  await app.services.pool.query(
    `update bulk_batches set processed = 300, (position_at, position) = (
       select remote_modified_at, id from documents where owner_id = $2 order by remote_modified_at, id offset 299 limit 1)
     where id = $1`,
    [middle.id, me.id],
  );
  expect(await ended(middle)).toMatchObject({ status: 'completed', processed: 700, changed: 400 });
  expect(await totalOf({ label_id: label })).toBe(400);
});

it('ends when the person has become a guest, and shares nothing', async () => {
  const member = await person(app, { organizationId: me.organizationId, role: 'member' });
  await addDocuments(app, member, await quietAccount(app, member), [{ name: 'theirs.txt' }]);
  const body = { query: {}, action: 'share' as const, inviting_ids: [me.id] };
  const { data: batch } = await member.call(bulk.start, { body });
  await app.services.pool.query(`update memberships set role = 'guest' where user_id = $1`, [member.id]);
  await app.work();
  const { data: after } = await member.call(bulk.get, { params: { id: batch.id } });
  expect(after).toMatchObject({ status: 'failed', changed: 0 });
  expect(await totalOf({})).toBe(0);
});

it('refuses impossible requests with an explanation', async () => {
  const guest = await person(app, { organizationId: me.organizationId, role: 'guest' });
  const sharing = { query: {}, action: 'share' as const, inviting_ids: [me.id] };
  await expect(guest.call(bulk.start, { body: sharing })).rejects.toMatchObject({ status: 403 });
  await expect(start({ query: {}, action: 'tag' })).rejects.toMatchObject({ status: 422 });
  await expect(start({ query: {}, action: 'share' })).rejects.toMatchObject({ status: 422 });
  await expect(start({ query: { place: 'trash' } as never, action: 'delete' })).rejects.toMatchObject({ status: 422 });
  const other = await person(app, { organizationId: me.organizationId, role: 'member' });
  const batch = await start({ query: {}, action: 'star' });
  for (const call of [bulk.get, bulk.cancel, bulk.undo] as const)
    await expect(other.call(call, { params: { id: batch.id } })).rejects.toMatchObject({ status: 404 });
  expect((await other.call(bulk.list)).data).toEqual([]);
  expect((await me.call(bulk.list)).data.map(({ id }) => id)).toEqual([batch.id]);
});
