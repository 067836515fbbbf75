import { type CallInput, contract, labelColors } from '@sheaf/contract';
import { startDropbox } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killableServices } from '../../testing/killable-services.ts';
import { newFolder } from '../../testing/lists.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../testing/processes/worker-process.ts';
import { testApp } from '../../testing/test-app.ts';
import { uploadInto } from '../writes/testing/upload-into.ts';
import { runBulk } from './run-bulk.ts';
import { addManyFiles } from './testing/many-files.ts';
import { workOnBatch } from './testing/work-on-batch.ts';

const { bulk, documents, labels, transfers } = contract;
type Body = NonNullable<CallInput<typeof bulk.start>['body']>;

let me: TestPerson;
let label: string;
const workers: WorkerProcess[] = [];
const dropbox = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { dropbox }));
beforeEach(async () => {
  me = await person(app);
  label = (await me.call(labels.create, { body: { name: 'Label', color: labelColors.red } })).data.id;
});
afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));

const { signal } = new AbortController();
const start = async (body: Body) => (await me.call(bulk.start, { body })).data;
const get = async (id: string) => (await me.call(bulk.get, { params: { id } })).data;
const totalOf = async (query: object) => (await me.call(documents.list, { query })).pagination.total;

/** More than one slice, and not a multiple of a slice. */
const files = 310;

it.each([
  { name: 'labels', body: () => ({ query: {}, action: 'tag' as const, add_labels: [label] }), after: [files, 0] },
  { name: 'moves to the trash', body: () => ({ query: {}, action: 'delete' as const }), after: [0, files] },
])('$name everything once and undoes all of it when killed at any statement', async ({ body, after }) => {
  for (let dieAt = 1; ; dieAt++) {
    me = await person(app);
    label = (await me.call(labels.create, { body: { name: 'Label', color: labelColors.red } })).data.id;
    await addManyFiles(app, me, files);
    const counts = async () => [await totalOf({ label_id: label }), await totalOf({ place: 'trash' })];
    const killed = async (id: string) => {
      const process = killableServices(app.services, dieAt, async () => {});
      await runBulk.run({ id }, process.services, signal).catch(() => {});
      await process.end();
      await app.work();
      return process.isDead;
    };
    const { id } = await start(body());
    const wasKilled = await killed(id);
    const done = { status: 'completed', processed: files, changed: files, left_out: 0 };
    expect(await get(id), `killed at statement ${dieAt}`).toMatchObject(done);
    expect(await counts(), `killed at statement ${dieAt}`).toEqual(after);
    await me.call(bulk.undo, { params: { id } });
    const wasUndoKilled = await killed(id);
    expect(await get(id), `undo killed at statement ${dieAt}`).toMatchObject({ status: 'undone', can_undo: false });
    expect(await counts(), `undo killed at statement ${dieAt}`).toEqual([0, 0]);
    if (!wasKilled && !wasUndoKilled) break;
  }
});

it('moves everything once and back when killed at any statement', async () => {
  for (let dieAt = 1; ; dieAt++) {
    me = await person(app);
    const account_id = await addManyFiles(app, me, files);
    const body = { name: 'Target', parent_id: null, account_id };
    const parent_id = (await me.call(documents.createFolder, { body })).data.id;
    const killed = async (id: string) => {
      const process = killableServices(app.services, dieAt, async () => {});
      await runBulk.run({ id }, process.services, signal).catch(() => {});
      await process.end();
      await app.work();
      return process.isDead;
    };
    const { id } = await start({ query: { kind: 'file' }, action: 'move', parent_id });
    const wasKilled = await killed(id);
    const done = { status: 'completed', processed: files, changed: files, left_out: 0 };
    expect(await get(id), `killed at statement ${dieAt}`).toMatchObject(done);
    expect(await totalOf({ parent_id }), `killed at statement ${dieAt}`).toBe(files);
    await me.call(bulk.undo, { params: { id } });
    const wasUndoKilled = await killed(id);
    expect(await get(id), `undo killed at statement ${dieAt}`).toMatchObject({ status: 'undone', left_out: 0 });
    expect(await totalOf({ parent_id: 'root' }), `undo killed at statement ${dieAt}`).toBe(files + 1);
    if (!wasKilled && !wasUndoKilled) break;
  }
});

it('makes each copy once and undoes it when killed at any statement', async () => {
  const from = await newFolder(me, 'From');
  await uploadInto(app, me, { filename: 'a.txt', parent_id: from }, 'a');
  for (let dieAt = 1; ; dieAt++) {
    const target = await newFolder(me, `Target ${dieAt}`);
    const killed = async (id: string) => {
      const process = killableServices(app.services, dieAt, async () => {});
      await runBulk.run({ id }, process.services, signal).catch(() => {});
      await process.end();
      await workOnBatch(app, me, id);
      return process.isDead;
    };
    const { id } = await start({ query: { parent_id: from }, action: 'copy', parent_id: target });
    const wasKilled = await killed(id);
    const done = { status: 'completed', processed: 1, changed: 1, left_out: 0 };
    expect(await get(id), `killed at statement ${dieAt}`).toMatchObject(done);
    expect(await totalOf({ parent_id: target }), `killed at statement ${dieAt}`).toBe(1);
    expect((await me.call(transfers.list)).pagination.total, `killed at statement ${dieAt}`).toBe(dieAt);
    await me.call(bulk.undo, { params: { id } });
    const wasUndoKilled = await killed(id);
    expect(await get(id), `undo killed at statement ${dieAt}`).toMatchObject({ status: 'undone', left_out: 0 });
    expect(await totalOf({ parent_id: target }), `undo killed at statement ${dieAt}`).toBe(0);
    if (!wasKilled && !wasUndoKilled) break;
  }
});

describe('in a connected account', () => {
  let account: string;
  const connected = async (count: number) => {
    account = await addManyFiles(app, me, count, 'dropbox');
    await app.services.pool.query(`update source_accounts set status = 'connected' where id = $1`, [account]);
  };
  /** How many writes are waiting for the app, and for how many documents. */
  const waiting = async () => {
    const { rows } = await app.services.pool.query(
      `select count(*)::int as all, count(distinct document_id)::int as documents from account_writes
       where account_id = $1 and state = 'waiting' and kind = 'trash'`,
      [account],
    );
    return [rows[0].all, rows[0].documents];
  };

  it('asks the app to delete each document once, and undoes all of it, when killed at any statement', async () => {
    for (let dieAt = 1; ; dieAt++) {
      me = await person(app);
      await connected(files);
      const killed = async (id: string) => {
        const process = killableServices(app.services, dieAt, async () => {});
        await runBulk.run({ id }, process.services, signal).catch(() => {});
        await process.end();
        await runBulk.run({ id }, app.services, signal);
        return process.isDead;
      };
      const { id } = await start({ query: {}, action: 'delete' });
      const wasKilled = await killed(id);
      const done = { status: 'completed', processed: files, changed: files, left_out: 0 };
      expect(await get(id), `killed at statement ${dieAt}`).toMatchObject(done);
      expect([await totalOf({}), ...(await waiting())], `killed at statement ${dieAt}`).toEqual([0, files, files]);
      await me.call(bulk.undo, { params: { id } });
      const wasUndoKilled = await killed(id);
      expect(await get(id), `undo killed at statement ${dieAt}`).toMatchObject({ status: 'undone', left_out: 0 });
      expect([await totalOf({}), ...(await waiting())], `undo killed at statement ${dieAt}`).toEqual([files, 0, 0]);
      if (!wasKilled && !wasUndoKilled) break;
    }
  });

  it('asks the app to delete each document once when run by two workers at once', async () => {
    await connected(5 * files);
    const { id } = await start({ query: {}, action: 'delete' });
    await Promise.all([1, 2].map(() => runBulk.run({ id }, app.services, signal)));
    expect(await get(id)).toMatchObject({ status: 'completed', processed: 5 * files, changed: 5 * files });
    expect(await waiting()).toEqual([5 * files, 5 * files]);
  });
});

it('counts and changes each document once when run by two workers at once', async () => {
  await addManyFiles(app, me, 5 * files);
  const { id } = await start({ query: {}, action: 'tag', add_labels: [label] });
  await Promise.all([1, 2].map(() => runBulk.run({ id }, app.services, signal)));
  expect(await get(id)).toMatchObject({ status: 'completed', processed: 5 * files, changed: 5 * files });
  expect(await totalOf({ label_id: label })).toBe(5 * files);
});

/** Fails with what PostgreSQL is working on: a slow statement is the likeliest cause. */
async function untilTrue(condition: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(condition, { timeout: 100_000, interval: 500 })
    .toBe(true)
    .catch(async (error: Error) => {
      const { rows } = await app.services.pool.query(`select now() - query_start as since, state, wait_event, query
      from pg_stat_activity where datname = current_database() and state <> 'idle'`);
      throw new Error(`${error.message}: ${JSON.stringify(rows)}`);
    });
}

it('labels and trashes 50,000 documents in constant memory, even when a worker is killed, while the list stays usable', async () => {
  const many = 50_000;
  await addManyFiles(app, me, many);
  const worker = async () => {
    const started = await startWorkerProcess(app, {});
    workers.push(started);
    return started;
  };
  const hasStarted = (id: string) => untilTrue(async () => (await get(id)).processed > 3_000);
  const hasEnded = (id: string) => untilTrue(async () => !/running|undoing/.test((await get(id)).status));

  const first = await worker();
  const tagging = await start({ query: {}, action: 'tag', add_labels: [label] });
  expect(tagging.total).toBe(many);
  await hasStarted(tagging.id);
  expect(await totalOf({ search: 'file 44444' })).toBe(1);
  await first.kill();
  const second = await worker();
  await hasEnded(tagging.id);
  expect(await get(tagging.id)).toMatchObject({ status: 'completed', processed: many, changed: many });
  expect(await totalOf({ label_id: label })).toBe(many);

  const deleting = await start({ query: {}, action: 'delete' });
  await hasStarted(deleting.id);
  await me.call(bulk.cancel, { params: { id: deleting.id } });
  const { changed } = await get(deleting.id);
  expect(changed).toBeLessThan(many);
  expect([await totalOf({}), await totalOf({ place: 'trash' })]).toEqual([many - changed, changed]);
  await me.call(bulk.undo, { params: { id: deleting.id } });
  await hasEnded(deleting.id);
  expect([await totalOf({}), await totalOf({ place: 'trash' })]).toEqual([many, 0]);
  expect(second.peakMemory()).toBeLessThan(250);
});
