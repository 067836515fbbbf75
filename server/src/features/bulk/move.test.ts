import { type BulkBatch, type CallInput, contract, labelColors } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { beforeEach, expect, it } from 'vitest';
import { addDocuments, quietAccount } from '../../testing/documents.ts';
import { dropboxFiles } from '../../testing/dropbox-files.ts';
import { failure } from '../../testing/failure.ts';
import { idAt, listed, listedPaths, newFolder } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { connectAndSync } from '../../testing/sign-in/consent.ts';
import { testApp } from '../../testing/test-app.ts';
import { uploadInto } from '../writes/testing/upload-into.ts';
import { runBulk } from './run-bulk.ts';
import { addManyFiles } from './testing/many-files.ts';

const { bulk, documents, labels } = contract;

let me: TestPerson;
const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));
beforeEach(async () => {
  me = await person(app);
});

type Body = NonNullable<CallInput<typeof bulk.start>['body']>;
const move = async (body: Omit<Body, 'action'>) =>
  (await me.call(bulk.start, { body: { action: 'move', ...body } })).data;
const undo = ({ id }: BulkBatch) => me.call(bulk.undo, { params: { id } });
const ended = async ({ id }: BulkBatch) => {
  await app.work();
  return (await me.call(bulk.get, { params: { id } })).data;
};
const here = (query: object = {}) => listedPaths(me, query);
const idOf = (path: string) => idAt(me, path);
const folder = (name: string, parent_id?: string) => newFolder(me, name, parent_id);
const upload = (filename: string, parent_id?: string) => uploadInto(app, me, { filename, parent_id }, filename);

it('moves a whole list in slices, and all of it back', async () => {
  const account_id = await addManyFiles(app, me, 250);
  const body = { name: 'Target', parent_id: null, account_id };
  const target = (await me.call(documents.createFolder, { body })).data.id;
  const batch = await move({ query: { kind: 'file' }, parent_id: target });
  expect(batch).toMatchObject({ status: 'running', total: 250, names: ['Target'] });
  expect(await ended(batch)).toMatchObject({ status: 'completed', changed: 250, left_out: 0, can_undo: true });
  const totalIn = async (parent_id: string) =>
    (await me.call(documents.list, { query: { parent_id } })).pagination.total;
  expect([await totalIn(target), await totalIn('root')]).toEqual([250, 1]);
  await undo(batch);
  expect(await ended(batch)).toMatchObject({ status: 'undone', left_out: 0 });
  expect([await totalIn(target), await totalIn('root')]).toEqual([0, 251]);
});

it('keeps documents in their folders, and says what is left out and why', async () => {
  const outer = await folder('Outer');
  const inner = await folder('Inner', outer);
  const target = await folder('Target', inner);
  const other = await folder('Other');
  await upload('in-other.txt', other);
  await upload('a.txt');
  await upload('in-target.txt', target);
  await addDocuments(app, me, await quietAccount(app, me), [{ name: 'elsewhere.txt' }]);
  const batch = await move({ query: {}, parent_id: target });
  expect(await ended(batch)).toMatchObject({
    status: 'completed',
    changed: 2,
    left_out_reasons: expect.arrayContaining([
      { reason: 'somebody@example.com isn’t connected. Reconnect it first.', count: 1 },
      { reason: 'A folder can’t be moved into itself.', count: 1 },
    ]),
    left_out: 2,
  });
  expect(await here()).toEqual([
    '/Outer',
    '/Outer/Inner',
    '/Outer/Inner/Target',
    '/Outer/Inner/Target/Other',
    '/Outer/Inner/Target/Other/in-other.txt',
    '/Outer/Inner/Target/a.txt',
    '/Outer/Inner/Target/in-target.txt',
    '/elsewhere.txt',
  ]);
});

it('keeps both, skips or replaces where the folder has the name, and undoes that too', async () => {
  const [from, target] = [await folder('From'), await folder('Target')];
  await upload('a.txt', from);
  await upload('b.txt', from);
  await upload('a.txt', target);
  await folder('b.txt', target);
  const before = await here();
  const [a, old] = [await idOf('/From/a.txt'), await idOf('/Target/a.txt')];
  const query = { parent_id: from };
  const skipped = await ended(await move({ query, parent_id: target, on_conflict: 'skip' }));
  const taken = { reason: 'The folder already has something with the same name.', count: 2 };
  expect(skipped).toMatchObject({ changed: 0, left_out: 2, left_out_reasons: [taken], can_undo: false });
  expect(await here()).toEqual(before);

  const replacing = await move({ query, parent_id: target, on_conflict: 'replace' });
  expect(await ended(replacing)).toMatchObject({ changed: 1, left_out: 1, left_out_reasons: [{ ...taken, count: 1 }] });
  expect([await idOf('/Target/a.txt'), (await listed(me, { place: 'trash' })).map(({ id }) => id)]).toEqual([a, [old]]);
  await undo(replacing);
  await ended(replacing);
  expect([await here(), await idOf('/Target/a.txt'), await idOf('/From/a.txt')]).toEqual([before, old, a]);

  const keeping = await move({ query, parent_id: target });
  expect(await ended(keeping)).toMatchObject({ changed: 2, left_out: 0 });
  expect(await here({ in: target })).toEqual([
    '/Target/a (1).txt',
    '/Target/a.txt',
    '/Target/b (1).txt',
    '/Target/b.txt',
  ]);
  await undo(keeping);
  await ended(keeping);
  expect(await here()).toEqual(before);
});

it('moves in a connected account, where the app gets each change once', async () => {
  const there = dropboxFiles(dropbox);
  there.reset({ '/Plans/': '', '/a.txt': 'a', '/b.txt': 'b', '/c.txt': 'c' });
  const account = await connectAndSync(app, me, 'dropbox', 'ada');
  const query = { account_id: account, kind: 'file' as const };
  const batch = await move({ query, parent_id: await idOf('/Plans') });
  expect(await ended(batch)).toMatchObject({ status: 'completed', changed: 3 });
  expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/b.txt', '/Plans/c.txt']);
  const { rows } = await app.services.pool.query(
    `select count(*)::int as writes from account_writes where account_id = $1 and kind = 'change'`,
    [account],
  );
  expect(rows[0].writes).toBe(3);
  await undo(batch);
  expect(await ended(batch)).toMatchObject({ status: 'undone', left_out: 0 });
  expect([there.paths(), await here({ account_id: account })]).toEqual([
    ['/Plans', '/a.txt', '/b.txt', '/c.txt'],
    ['/Plans', '/a.txt', '/b.txt', '/c.txt'],
  ]);
});

it('is canceled, and reports what can’t go back', async () => {
  const [from, target] = [await folder('From'), await folder('Target')];
  await upload('a.txt', from);
  await upload('b.txt', from);
  const cancelled = await move({ query: { parent_id: from }, parent_id: target });
  await me.call(bulk.cancel, { params: { id: cancelled.id } });
  expect(await ended(cancelled)).toMatchObject({ status: 'cancelled', changed: 0 });
  const batch = await move({ query: { parent_id: from }, parent_id: target });
  await ended(batch);
  await upload('a.txt', from);
  await undo(batch);
  const reason = 'Their folder isn’t there anymore, or has something with the same name.';
  expect(await ended(batch)).toMatchObject({ status: 'undone', left_out_reasons: [{ reason, count: 1 }] });
  expect(await here({ kind: 'file' })).toEqual(['/From/a.txt', '/From/b.txt', '/Target/a.txt']);
});

it('refuses folders that no one can move to, and ends when the folder is gone', async () => {
  const stranger = await person(app, { organizationId: me.organizationId, role: 'member' });
  const { data: theirs } = await stranger.call(documents.createFolder, { body: { name: 'Theirs', parent_id: null } });
  expect(await failure(move({ query: {}, parent_id: theirs.id }))).toMatchObject({ status: 404 });
  const account = await quietAccount(app, me);
  expect(await failure(move({ query: {}, account_id: account }))).toMatchObject({ status: 409 });
  await upload('a.txt');
  const label = (await me.call(labels.create, { body: { name: 'Label', color: labelColors.red } })).data.id;
  expect(await failure(move({ query: {}, parent_id: label }))).toMatchObject({ status: 404 });
  const target = await folder('Target');
  const batch = await move({ query: { kind: 'file' }, parent_id: target });
  await me.call(documents.delete, { body: { document_ids: [target] } });
  await runBulk.run({ id: batch.id }, app.services, new AbortController().signal);
  expect(await ended(batch)).toMatchObject({ status: 'failed', changed: 0 });
  expect(await here()).toEqual(['/a.txt']);
});
