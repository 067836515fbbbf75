import { contract } from '@sheaf/contract';
import { startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { killableServices } from '../../../testing/killable-services.ts';
import { person, type TestPerson } from '../../../testing/people.ts';
import { connectAccount } from '../../../testing/sign-in/consent.ts';
import { testApp } from '../../../testing/test-app.ts';
import { runSync } from '../run.ts';

/** When one thing goes wrong, the rest arrives; failures are recorded, visible, and fixed by the next attempt. */

const { sources } = contract;
const ada = { person: 'ada' } as const;
const folderType = 'application/vnd.google-apps.folder';
const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt', 'f.txt'];

let me: TestPerson;
let id: string;
let ids: string[];
const google = await forThisFile(startGoogle({ samples: false, pageSize: 4 }));
const app = await forThisFile(testApp({}, { 'google-drive': google }));
beforeEach(async () => {
  const drive = google.drives.get('ada')!;
  for (const node of Array.from(drive.nodes())) if (drive.find(node.id)) drive.remove(node);
  ids = names.map((name) => google.control.add({ ...ada, name, text: `I am ${name}` }));
  me = await person(app);
  ({ id } = await connectAccount(me, 'google-drive', 'ada'));
});
afterEach(() => google.control.clearFaults());

const account = async () => (await me.call(sources.accounts)).data.find((one) => one.id === id)!;

/** Runs the sync and returns how it ended; without `usualTimeouts`, a second of silence counts as hanging. */
async function run(onCall: (nth: number) => void = () => {}, usualTimeouts = true) {
  const batchId = (await me.call(sources.syncNow, { params: { id } })).data.batch_id;
  const worker = killableServices(app.services, null, async (nth) => onCall(nth), { usualTimeouts });
  await runSync.run({ accountId: id, batchId }, worker.services, new AbortController().signal);
  await worker.end();
  return (await me.call(sources.batchStatus, { params: { id: batchId } })).data;
}

const stored = async () => {
  const rows = await app.services.db.selectFrom('documents').selectAll().where('account_id', '=', id).execute();
  return Object.fromEntries(rows.map((one) => [one.name, one.content]));
};
const all = (content = 'stored') => Object.fromEntries(names.map((name) => [name, content]));
const list = '/drive/v3/files';
const media = () => `${list}/${ids[2]!}`;

describe('syncing from a source', () => {
  it('loses no files that a list leaves out, except deleted ones', async () => {
    await run();
    google.control.setOddities({ ...ada, flatListsLeaveOut: 2 });
    google.control.remove({ ...ada, id: ids[0]! });
    // The cursor is lost, so everything is listed again, with gaps.
    await app.services.db.updateTable('source_accounts').set({ cursor: null }).where('id', '=', id).execute();
    await run();
    google.control.setOddities(ada);
    const { 'a.txt': _deleted, ...left } = all();
    expect(await stored()).toEqual(left);
  });

  it.each([
    { what: 'asks for a short pause', action: { kind: 'status', status: 429, retryAfter: 1 } },
    { what: 'fails', action: { kind: 'status', status: 500 } },
    { what: 'answers garbage', action: { kind: 'garbage' } },
    { what: 'is slow', action: { kind: 'delay', ms: 300 } },
    { what: 'doesn’t answer', action: { kind: 'hang' } },
    { what: 'breaks off', action: { kind: 'cut', afterBytes: 10 } },
    { what: 'calls the token expired', action: { kind: 'expire-token' } },
  ] as const)('loses nothing if it $what once, anywhere', async ({ action }) => {
    // The root folder, the second page, the bytes of a file.
    for (const fault of [{ path: list }, { path: list, nth: 4 }, { path: media() }])
      google.control.fail({ ...fault, action });
    expect(await run(undefined, action.kind !== 'hang')).toMatchObject({ status: 'completed', failed: 0 });
    expect(await stored()).toEqual(all());
    expect(await account()).toMatchObject({ status: 'connected', problem: null, failed: 0 });
  });

  it('pauses the run for a long pause without failing, and resumes where it was', async () => {
    google.control.fail({ path: list, nth: 4, action: { kind: 'status', status: 429, retryAfter: 600 } });
    expect(await run()).toMatchObject({ status: 'paused' });
    expect(await account()).toMatchObject({ status: 'syncing', problem: expect.stringContaining('wait') });
    const { rows } = await app.services.pool.query(
      `select extract(epoch from run_at - now()) as seconds from graphile_worker.jobs where queue_name = $1 order by run_at desc`,
      [`sync ${id}`],
    );
    expect(Number(rows[0].seconds)).toBeGreaterThan(500);
    // A run requested meanwhile joins the waiting one.
    expect((await me.call(sources.syncNow, { params: { id } })).data.batch_id).toBe((await account()).batch!.id);
  });

  it('asks the person when the grant is withdrawn halfway, leaves others alone, and completes afterwards', async () => {
    const other = await person(app);
    const { id: otherId } = await connectAccount(other, 'google-drive', 'bruno');
    google.control.fail({ path: media(), action: { kind: 'revoke' } });
    expect(await run()).toMatchObject({ status: 'failed' });
    expect(await account()).toMatchObject({ status: 'needs_reauth' });
    expect(Object.keys(await stored()).sort()).toEqual(names);
    await other.call(sources.syncNow, { params: { id: otherId } });
    await app.work();
    expect((await other.call(sources.accounts)).data[0]).toMatchObject({ status: 'connected' });
    await connectAccount(me, 'google-drive', 'ada', id);
    expect(await run()).toMatchObject({ status: 'completed' });
    expect(await stored()).toEqual(all());
  });

  it('lists again with the same ids, and in the same run, when the source has forgotten the cursor', async () => {
    await run();
    const before = await app.services.db.selectFrom('documents').select(['id', 'remote_id']).orderBy('id').execute();
    google.control.add({ ...ada, name: 'new.txt', text: 'new' });
    google.control.fail({ path: '/drive/v3/changes', action: { kind: 'expire-cursor' } });
    expect(await run()).toMatchObject({ status: 'completed' });
    const after = await app.services.db.selectFrom('documents').select(['id', 'remote_id']).orderBy('id').execute();
    expect(after.slice(0, before.length)).toEqual(before);
    expect(await stored()).toEqual({ ...all(), 'new.txt': 'stored' });
  });

  it('lists once a run, with longer and longer pauses, when the source keeps forgetting the cursor', async () => {
    const calls = (prefix: string) => google.control.calls({ prefix: `GET ${prefix}` });
    const listed = () => calls(list) - calls(`${list}/`);
    google.control.clearCalls();
    await run();
    const oneListing = listed();
    google.control.fail({ path: '/drive/v3/changes', times: 100, action: { kind: 'expire-cursor' } });
    for (const minutes of [5, 10, 20]) {
      google.control.clearCalls();
      expect(await run()).toMatchObject({ status: 'failed' });
      // With the known cursor, and with the one of the new listing.
      expect(calls('/drive/v3/changes') - calls('/drive/v3/changes/')).toBe(2);
      expect(listed()).toBe(oneListing);
      const { rows } = await app.services.pool.query(
        `select status, round(extract(epoch from next_sync_at - now()) / 60)::int as minutes from source_accounts where id = $1`,
        [id],
      );
      expect(rows).toEqual([{ status: 'error', minutes }]);
    }
    expect(await stored()).toEqual(all());
  });
});

describe('syncing a file', () => {
  it('records a failure with its reason until the file can be fetched', async () => {
    google.control.fail({
      path: media(),
      times: 2,
      action: { kind: 'status', status: 403, reason: 'insufficientFilePermissions' },
    });
    expect(await run()).toMatchObject({ status: 'completed_with_errors', failed: 1 });
    expect(await stored()).toEqual({ ...all(), 'c.txt': 'failed' });
    expect(await account()).toMatchObject({ status: 'connected', failed: 1 });
    const [kept] = (await me.call(sources.failures, { params: { id } })).data;
    expect(kept).toMatchObject({ name: 'c.txt', attempts: 1, message: expect.stringMatching(/\w/) });
    // Only when it is due, but also when a person asks.
    await run();
    expect((await stored())['c.txt']).toBe('failed');
    await me.call(sources.retryFailures, { params: { id } });
    await run();
    expect(await stored()).toEqual(all());
    expect(await account()).toMatchObject({ failed: 0 });
  });

  it('leaves the rest alone when it vanishes between list and download, and removes it in the next run', async () => {
    google.control.fail({ path: media(), action: { kind: 'delay', ms: 1 } });
    const batch = await run((nth) => {
      if (nth === 8) google.control.remove({ ...ada, id: ids[2]! });
    });
    expect(batch.status).toMatch(/^completed/);
    expect(await run()).toMatchObject({ status: 'completed' });
    const { 'c.txt': _gone, ...rest } = all();
    expect(await stored()).toEqual(rest);
    expect(await account()).toMatchObject({ failed: 0 });
  });

  it('ends with its own bytes when it changes between list and download, and changes back', async () => {
    let isWritten = false;
    await run(() => {
      if (isWritten || google.control.calls({ prefix: `GET ${list}/` }) < 2) return;
      isWritten = true;
      for (const one of ids) google.control.write({ ...ada, id: one, text: 'something between' });
    });
    for (const [at, one] of ids.entries()) google.control.write({ ...ada, id: one, text: `I am ${names[at]}` });
    await me.call(sources.retryFailures, { params: { id } });
    await run();
    const rows = await app.services.db
      .selectFrom('documents')
      .select(['name', 'sha256', 'revision', 'content'])
      .where('account_id', '=', id)
      .execute();
    for (const { sha256, revision, content } of rows) {
      expect(content).toBe('stored');
      // Drive reports the SHA-256 of what it has.
      expect(sha256!.toString('hex')).toBe(revision);
    }
  });

  it('keeps its id when it moves back into sight during a new listing', async () => {
    await run();
    const before = await app.services.db
      .selectFrom('documents')
      .select('id')
      .where('account_id', '=', id)
      .where('name', '=', 'a.txt')
      .executeTakeFirstOrThrow();
    google.control.fail({ path: '/drive/v3/changes', action: { kind: 'expire-cursor' } });
    google.control.trash({ ...ada, id: ids[0]! });
    // Its page has been read without it when it returns.
    google.control.clearCalls();
    let isBack = false;
    await run(() => {
      const pages = google.control.calls({ prefix: `GET ${list}` }) - google.control.calls({ prefix: `GET ${list}/` });
      if (isBack || pages < 2) return;
      isBack = true;
      google.control.restore({ ...ada, id: ids[0]! });
    });
    expect(isBack).toBe(true);
    const after = await app.services.db
      .selectFrom('documents')
      .select('id')
      .where('account_id', '=', id)
      .where('name', '=', 'a.txt')
      .executeTakeFirst();
    expect(after).toEqual(before);
  });
});

describe('syncing an account', () => {
  it('brings an empty file', async () => {
    google.control.add({ ...ada, name: 'empty', text: '' });
    await run();
    expect(await stored()).toEqual({ ...all(), empty: 'stored' });
  });

  it('brings fifty nested folders, each in its place', async () => {
    let parent = 'root';
    for (let level = 1; level <= 50; level++)
      parent = google.control.add({ ...ada, name: `level ${level}`, parent, mimeType: folderType });
    google.control.add({ ...ada, name: 'deep.txt', parent, text: 'deep' });
    await run();
    const { rows } = await app.services.pool.query(
      `with recursive up as (select id, parent_id, 0 as height from documents where account_id = $1 and name = 'deep.txt'
         union all select d.id, d.parent_id, height + 1 from documents d join up on d.id = up.parent_id)
       select max(height) as height from up`,
      [id],
    );
    expect(rows[0].height).toBe(50);
  });

  it('keeps every odd character in names, as far as a database can', async () => {
    const odd = [
      '/',
      '\\',
      '.',
      '..',
      ' ',
      '%00',
      "';--",
      'a\nb',
      'a\tb',
      '\u0000nul',
      '\ud800 lone',
      '😀🏳️‍🌈',
      'مرحبا',
      '\u202edcba',
      'e\u0301',
      'é',
      '\u0007\u001b[31m',
      '\ufeffbom',
      'x'.repeat(5000),
      '*?<>|":',
      '',
    ];
    for (const name of odd) google.control.add({ ...ada, name, text: name || 'none' });
    const batch = await run();
    expect(batch).toMatchObject({ status: 'completed', failed: 0 });
    const rows = await app.services.db
      .selectFrom('documents')
      .select(['name', 'content'])
      .where('account_id', '=', id)
      .execute();
    const held = odd.map((name) => name.toWellFormed().replaceAll('\0', '\ufffd'));
    expect(rows.map(({ name }) => name).sort()).toEqual([...names, ...held].sort());
    expect(rows.every(({ content }) => content === 'stored')).toBe(true);
  });
});

it('fetches opened files first, then small ones before large ones, newest first', async () => {
  const small = Array.from({ length: 70 }, (_, n) => google.control.add({ ...ada, name: `${n}`, text: `${n}` }));
  const [opened, large] = ['opened', 'large'].map((name) =>
    google.control.add({ ...ada, name, size: 2 * 1024 * 1024 }),
  );
  // The list arrives, the bytes do not.
  google.control.fail({ path: `${list}/*`, nth: 2, times: 1000, action: { kind: 'revoke' } });
  await run();
  google.control.clearFaults();
  const { pool, http } = app.services;
  const newest = small.slice(-10);
  await pool.query(`update documents set wanted_at = now() where remote_id = $1`, [opened]);
  await pool.query(`update documents set remote_modified_at = now() - interval '1 day' where account_id = $1`, [id]);
  await pool.query(`update documents set remote_modified_at = now() where remote_id = any($1)`, [[...newest, large]]);
  await connectAccount(me, 'google-drive', 'ada', id);

  const fetched = new Set<string>();
  const watched: typeof http = {
    send(request) {
      const one = /\/files\/([^/?]+)\?/.exec(request.url)?.[1];
      if (one && one !== 'root') fetched.add(one);
      return http.send(request);
    },
  };
  const batchId = (await me.call(sources.syncNow, { params: { id } })).data.batch_id;
  const never = new AbortController().signal;
  await runSync.run({ accountId: id, batchId }, { ...app.services, http: watched }, never);
  // This many are fetched at a time, in any order.
  const [first, later] = [[...fetched].slice(0, 24), [...fetched].slice(48)];
  expect(first).toEqual(expect.arrayContaining([opened, ...newest]));
  expect(later).toContain(large);
  expect(await account()).toMatchObject({ status: 'connected', failed: 0 });
});
