import { type BulkBatch, type CallInput, contract } from '@sheaf/contract';
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
import { runTransfer } from '../transfers/index.ts';
import { uploadInto } from '../writes/testing/upload-into.ts';
import { runBulk } from './run-bulk.ts';
import { workOnBatch } from './testing/work-on-batch.ts';

/** Copies of whole lists, and moves of lists to other accounts. */

const { bulk, documents, sharing, sources, transfers } = contract;
const ada = 'ada';

let me: TestPerson;
const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));
const there = dropboxFiles(dropbox);
beforeEach(async () => {
  there.reset({});
  me = await person(app);
});

type Body = NonNullable<CallInput<typeof bulk.start>['body']>;
const start = async (body: Body, who = me) => (await who.call(bulk.start, { body })).data;
const copy = (body: Omit<Body, 'action'>) => start({ action: 'copy', ...body });
const ended = (batch: BulkBatch, who = me) => workOnBatch(app, who, batch.id);
const undo = async (batch: BulkBatch, who = me) => {
  await who.call(bulk.undo, { params: { id: batch.id } });
  return ended(batch, who);
};
const here = (query: object = { source_id: 'uploads' }, who = me) => listedPaths(who, query);
const trashed = async () => (await listed(me, { place: 'trash' })).map(({ name }) => name).sort();
const idOf = (path: string, query: object = {}) => idAt(me, path, query);
const folder = (name: string, parent_id: string | null = null, who = me) => newFolder(who, name, parent_id);
const upload = async (filename: string, parent_id?: string, content = filename, who = me) =>
  String((await uploadInto(app, who, { filename, parent_id }, content)).headers['upload-document']);

async function connected(...files: string[]): Promise<string> {
  for (const path of files) {
    const inside = path.lastIndexOf('/') > 0 && path.slice(0, path.lastIndexOf('/'));
    if (inside && !there.paths().includes(inside)) dropbox.control.mkdir({ person: ada, path: inside });
    dropbox.control.write({ person: ada, path, text: path });
  }
  return connectAndSync(app, me, 'dropbox', ada);
}

it('copies a whole list with its folders, and undoes that', async () => {
  const [from, target] = [await folder('From'), await folder('Target')];
  const inner = await folder('Inner', from);
  await upload('a.txt', from);
  await upload('b.txt', inner);
  const before = await here();
  const batch = await copy({ query: { parent_id: from }, parent_id: target });
  expect(batch).toMatchObject({ status: 'running', total: 2, names: ['Target'], problem: null });
  const done = await ended(batch);
  expect(done).toMatchObject({ status: 'completed', total: 3, processed: 3, changed: 3, left_out: 0, can_undo: true });
  const copies = ['/Target/Inner', '/Target/Inner/b.txt', '/Target/a.txt'];
  expect(await here()).toEqual([...before, ...copies].sort());
  expect(await undo(batch)).toMatchObject({ status: 'undone', left_out: 0 });
  expect([await here(), await trashed()]).toEqual([before, ['Inner', 'a.txt']]);
});

it('makes copies beside their originals, under names of their own', async () => {
  const from = await folder('From');
  await upload('a.txt', from);
  await folder('Plans', from);
  expect(await ended(await copy({ query: { parent_id: from }, parent_id: from }))).toMatchObject({ changed: 2 });
  expect(await here({ in: from })).toEqual(['/From/Plans', '/From/Plans (2)', '/From/a (2).txt', '/From/a.txt']);
});

it('keeps both, skips or replaces where the folder has the name; an undo leaves what was there', async () => {
  const [from, target] = [await folder('From'), await folder('Target')];
  await upload('a.txt', from);
  await upload('c.txt', await folder('Plans', from));
  await upload('a.txt', target, 'old');
  await upload('old.txt', await folder('Plans', target));
  const before = await here();
  const query = { parent_id: from };
  const skipped = await ended(await copy({ query, parent_id: target, on_conflict: 'skip' }));
  const taken = { reason: 'The folder already has something with the same name.', count: 1 };
  expect(skipped).toMatchObject({ changed: 2, left_out: 1, left_out_reasons: [taken] });
  expect(await here()).toEqual([...before, '/Target/Plans/c.txt'].sort());
  expect(await undo(skipped)).toMatchObject({ status: 'undone' });
  expect([await here(), await trashed()]).toEqual([before, ['c.txt']]);

  const both = await ended(await copy({ query, parent_id: target }));
  expect(await here({ parent_id: target })).toEqual(['/Target/Plans', '/Target/a (2).txt', '/Target/a.txt']);
  await undo(both);
  expect(await here()).toEqual(before);

  const replaced = await ended(await copy({ query, parent_id: target, on_conflict: 'replace' }));
  expect(replaced).toMatchObject({ changed: 3 });
  await undo(replaced);
  expect(await here()).toEqual(before);
});

it('leaves folders to which something else was added', async () => {
  const [from, target] = [await folder('From'), await folder('Target')];
  await upload('a.txt', await folder('Plans', from));
  const batch = await ended(await copy({ query: { parent_id: from }, parent_id: target }));
  await upload('mine.txt', await idOf('/Target/Plans'));
  const reason = 'Something else is in these folders now.';
  expect(await undo(batch)).toMatchObject({ status: 'undone', left_out_reasons: [{ reason, count: 1 }] });
  expect(await here({ in: target })).toContain('/Target/Plans/mine.txt');
});

it('copies within a connected account and from several places at once, and says what it left out', async () => {
  const account = await connected('/a.txt', '/Plans/b.txt');
  const mine = await upload('mine.txt');
  await addDocuments(app, me, await quietAccount(app, me), [{ name: 'quiet.txt' }]);
  const colleague = await person(app, { organizationId: me.organizationId, role: 'member' });
  const theirs = await upload('theirs.txt', undefined, 'x', colleague);
  await colleague.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: [theirs] } });
  const plans = await idOf('/Plans');
  const batch = await ended(await copy({ query: { kind: 'file' }, parent_id: plans }));
  expect(batch).toMatchObject({ status: 'completed', changed: 3, left_out: 2, total: 5, processed: 5 });
  expect(batch.left_out_reasons).toContainEqual({ reason: 'They belong to someone else.', count: 1 });
  expect(there.paths()).toEqual([
    '/Plans',
    '/Plans/a.txt',
    '/Plans/b (2).txt',
    '/Plans/b.txt',
    '/Plans/mine.txt',
    '/a.txt',
  ]);
  expect(await idOf('/mine.txt')).toBe(mine);
  expect(await undo(batch)).toMatchObject({ status: 'undone', left_out: 0 });
  expect(there.paths()).toEqual(['/Plans', '/Plans/b.txt', '/a.txt']);
  expect(await here({ account_id: account })).toEqual(there.paths());
});

it('moves documents from elsewhere by a transfer, and those that are here at once', async () => {
  const account = await connected('/a.txt', '/Plans/b.txt');
  const [mine, plans] = [await upload('mine.txt'), await idOf('/Plans')];
  const batch = await start({ action: 'move', query: { kind: 'file' }, parent_id: plans });
  expect(await ended(batch)).toMatchObject({ status: 'completed', changed: 2, total: 3, processed: 3, left_out: 0 });
  await app.work();
  expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/b.txt', '/Plans/mine.txt']);
  expect([await here(), await idOf('/Plans/mine.txt', { account_id: account })]).toEqual([[], mine]);
});

it('makes each copy once, even when the workers of both are killed', async () => {
  await connected('/a.txt', '/Plans/b.txt');
  const plans = await idOf('/Plans');
  const batch = await copy({ query: { kind: 'file' }, parent_id: plans });
  const { signal } = new AbortController();
  // Runs twice at once, as when a stalled worker resumes.
  await Promise.all([1, 2].map(() => runBulk.run({ id: batch.id }, app.services, signal)));
  const [transfer, ...others] = (await me.call(transfers.list)).data;
  expect(others).toEqual([]);
  const { http } = app.services;
  const killed = new AbortController();
  const watched: typeof http = {
    async send(request) {
      const answer = await http.send(request);
      if (there.paths().length > 3) killed.abort();
      return answer;
    },
  };
  const run = runTransfer.run({ transferId: transfer!.id }, { ...app.services, http: watched }, killed.signal);
  await expect(run).rejects.toThrow('abort');
  expect(await ended(batch)).toMatchObject({ status: 'completed', changed: 2, left_out: 0 });
  expect(there.paths()).toEqual(['/Plans', '/Plans/a.txt', '/Plans/b (2).txt', '/Plans/b.txt', '/a.txt']);
  await undo(batch);
  expect(there.paths()).toEqual(['/Plans', '/Plans/b.txt', '/a.txt']);
});

it('is canceled with its transfers; what was copied until then can be undone', async () => {
  const account = await connected('/a.txt', '/b.txt');
  const target = await folder('Target');
  const batch = await copy({ query: { account_id: account }, parent_id: target });
  const { signal } = new AbortController();
  await runBulk.run({ id: batch.id }, app.services, signal);
  const { data } = await me.call(bulk.cancel, { params: { id: batch.id } });
  expect(data).toMatchObject({ status: 'cancelled', changed: 0, can_undo: false });
  expect(await ended(batch)).toMatchObject({ status: 'cancelled', changed: 0, left_out: 0 });
  expect((await me.call(transfers.list)).data).toMatchObject([{ status: 'cancelled' }]);
  expect(await here({ in: target })).toEqual([]);
});

it('says why it ended early if the folder disappears, and why it waits', async () => {
  const account = await connected('/a.txt');
  const target = await folder('Target');
  await upload('mine.txt');
  const gone = await copy({ query: { kind: 'file' }, parent_id: target });
  await me.call(documents.delete, { body: { document_ids: [target] } });
  const problem = 'The folder was deleted or moved, or you no longer have access to it.';
  expect(await ended(gone)).toMatchObject({ status: 'failed', changed: 0, problem });
  expect((await me.call(transfers.list)).data).toEqual([]);

  const waiting = await copy({ query: { account_id: account } });
  await runBulk.run({ id: waiting.id }, app.services, new AbortController().signal);
  await me.call(sources.disconnect, { params: { id: account } });
  await app.work();
  const { data } = await me.call(bulk.get, { params: { id: waiting.id } });
  const reason = 'One of the accounts is disconnected. Reconnect it, then resume.';
  expect(data).toMatchObject({ status: 'running', problem: reason });
  await me.call(bulk.cancel, { params: { id: waiting.id } });
  expect(await ended(waiting)).toMatchObject({ status: 'cancelled' });
});

it('leaves copies in someone else’s folder to those who may edit it', async () => {
  const owner = await person(app, { organizationId: me.organizationId, role: 'member' });
  const team = await folder('Team', null, owner);
  const target = await folder('Target', team, owner);
  await upload('t.txt', team, 't', owner);
  await upload('mine.txt');
  const share = (permission: 'view' | 'edit') =>
    owner.call(sharing.share, { body: { inviting_ids: [me.id], document_ids: [team], permission } });
  await share('view');
  expect(await failure(copy({ query: { parent_id: team }, parent_id: target }))).toMatchObject({ status: 403 });
  await share('edit');
  const batch = await ended(await copy({ query: { kind: 'file' }, parent_id: target }));
  const reason = 'They aren’t in the folder that was shared with you.';
  expect(batch).toMatchObject({ changed: 1, left_out: 1, left_out_reasons: [{ reason, count: 1 }] });
  expect(await here({ in: team }, owner)).toEqual(['/Team/Target', '/Team/Target/t.txt', '/Team/t.txt']);
  expect(await undo(batch)).toMatchObject({ status: 'undone', left_out: 0 });
  expect(await here({ in: target }, owner)).toEqual([]);
});
