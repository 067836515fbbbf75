import { type BulkBatch, contract } from '@sheaf/contract';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { killableServices } from '../../testing/killable-services.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { addFiles } from '../../testing/stored-files.ts';
import { testApp } from '../../testing/test-app.ts';
import { runBulk } from './run-bulk.ts';

const { bulk, documents, duplicates } = contract;

let me: TestPerson;
let mine: string;
const app = await forThisFile(testApp());
beforeEach(async () => {
  me = await person(app);
  mine = await quietAccount(app, me, 'uploads');
});

const keepOne = async (keep: 'newest' | 'oldest' = 'newest', who = me) => {
  const body = { query: { owner: 'me' as const, kind: 'file' as const }, action: 'keep_one' as const, keep };
  return (await who.call(bulk.start, { body })).data;
};
const ended = async ({ id }: BulkBatch) => {
  await app.work();
  return (await me.call(bulk.get, { params: { id } })).data;
};
const undo = ({ id }: BulkBatch) => me.call(bulk.undo, { params: { id } });
const files = async (...given: [name: string, bytes: string][]) => {
  await addFiles(
    app,
    me,
    mine,
    given.map(([name, bytes]) => ({ name, bytes })),
  );
  await app.services.pool.query('update documents set listing = 0 where account_id = $1', [mine]);
};
/** Adds enough contents for several slices, each twice; the second copies are newer. */
const manyTwice = async (count: number) => {
  const numbers = Array.from({ length: count }, (_, n) => `${n}`.padStart(4, '0'));
  for (const copy of ['a', 'b'])
    await addDocuments(
      app,
      me,
      mine,
      numbers.map((n) => ({ name: `${copy} ${n}`, content: n })),
    );
  await app.services.pool.query('update documents set listing = 0 where account_id = $1', [mine]);
};
const names = async (query: object = {}) =>
  (await me.call(documents.list, { query: { sort: 'name', per_page: 100, ...query } })).data.map(({ name }) => name);
const totalOf = async (query: object = {}) => (await me.call(documents.list, { query })).pagination.total;
const groups = async () => (await me.call(duplicates.list)).pagination.total;

it('keeps the newest or the oldest copy of each content, and undoes it', async () => {
  for (const name of ['a', 'b', 'c']) await files([name, 'the same']);
  await files(['other', 'something else']);
  for (const [keep, kept] of [
    ['newest', 'c'],
    ['oldest', 'a'],
  ] as const) {
    const batch = await keepOne(keep);
    expect(batch).toMatchObject({ status: 'running', total: 2 });
    expect(await ended(batch)).toMatchObject({ status: 'completed', processed: 2, changed: 2, can_undo: true });
    expect([await names(), await groups()]).toEqual([[kept, 'other'], 0]);
    await undo(batch);
    expect(await ended(batch)).toMatchObject({ status: 'undone', left_out: 0 });
    expect([await names(), await groups()]).toEqual([['a', 'b', 'c', 'other'], 1]);
  }
});

it('handles more contents than one request takes, in slices, even if it is killed in between', async () => {
  await manyTwice(320);
  expect(await groups()).toBe(320);
  const batch = await keepOne();
  const worker = killableServices(app.services, 30, async () => {});
  await runBulk.run({ id: batch.id }, worker.services, new AbortController().signal).catch(() => {});
  await worker.end();
  expect(worker.isDead).toBe(true);
  expect(await totalOf()).toSatisfy((left: number) => left > 320 && left < 640);
  expect(await ended(batch)).toMatchObject({ status: 'completed', total: 320, processed: 320, changed: 320 });
  expect([await totalOf(), await totalOf({ place: 'trash' }), await groups()]).toEqual([320, 320, 0]);
  expect((await names()).every((name) => name.startsWith('b'))).toBe(true);
});

it('leaves out copies that their app can’t delete, and ignores those of others', async () => {
  const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
  const theirs = await quietAccount(app, colleague, 'uploads');
  await addFiles(app, colleague, theirs, [
    { name: 'x', bytes: 'the same' },
    { name: 'y', bytes: 'the same' },
  ]);
  const elsewhere = await quietAccount(app, me, 'gmail');
  await addFiles(app, me, elsewhere, [{ name: 'attached', bytes: 'the same' }]);
  await files(['a', 'the same']);
  await files(['b', 'the same']);
  expect(await ended(await keepOne())).toMatchObject({
    total: 2,
    changed: 1,
    left_out: 1,
    left_out_reasons: [{ reason: 'Emails and chats can’t be changed in Sheaf.', count: 1 }],
  });
  expect(await names()).toEqual(['attached', 'b']);
  expect((await colleague.call(documents.list)).pagination.total).toBe(2);
});

it('keeps one copy when two batches keep different copies at once, and when it is canceled', async () => {
  await manyTwice(40);
  const batches = [await keepOne('newest'), await keepOne('oldest')];
  await Promise.all(batches.map(({ id }) => runBulk.run({ id }, app.services, new AbortController().signal)));
  expect([await totalOf(), await groups()]).toEqual([40, 0]);
  await addDocuments(app, me, mine, [{ name: 'again', content: '0001' }]);
  const cancelled = await keepOne();
  await me.call(bulk.cancel, { params: { id: cancelled.id } });
  expect(await ended(cancelled)).toMatchObject({ status: 'cancelled', changed: 0 });
  expect(await groups()).toBe(1);
});
