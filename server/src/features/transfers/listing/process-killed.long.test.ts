import { contract } from '@sheaf/contract';
import { startDropbox, startGoogle } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { person } from '../../../testing/people.ts';
import { startWorkerProcess, type WorkerProcess } from '../../../testing/processes/worker-process.ts';
import { testApp } from '../../../testing/test-app.ts';
import { drive, dropbox } from '../testing/clouds.ts';
import { itemsOf, transferAll } from '../testing/driver.ts';

/** A real worker that is killed (kill -9) again and again while it lists an account for a transfer. */

const { sources, transfers } = contract;
const pageSize = 5;
const names = Array.from({ length: 60 }, (_, n) => `${n}.txt`);
/**
 * Each process is killed in the middle of this call: it requests the root folder, the shared items, and three pages. If
 * it started from the first page again, it would get no further.
 */
const callsPerLife = 6;
const lives = 3;

let worker: WorkerProcess | undefined;
const google = await forThisFile(startGoogle({ samples: false, pageSize }));
const box = await forThisFile(startDropbox({ samples: false }));
const app = await forThisFile(testApp({}, { 'google-drive': google, dropbox: box }));
afterAll(() => worker?.stop());

it('resumes at the page, and lists everything once', async () => {
  const [from, to] = [drive(google, 'ada'), dropbox(box, 'bruno')];
  await from.mkdir(['Many']);
  for (const name of names) await from.write(['Many', name], Buffer.from(name));
  const who = await person(app);
  const accounts = { from_account_id: await from.connect(who), to_account_id: await to.connect(who) };
  for (const source_account_id of Object.values(accounts))
    await who.call(sources.syncSettings, { body: { source_account_id, data: { sync: { file_mode: 'none' } } } });
  await app.work();

  const body = { ...accounts, selection_type: 'all' as const };
  const review = async () => (await who.call(transfers.preview, { body })).data;
  const listed = async () => {
    const { rows } = await app.services.pool.query<{ files: number; checkpoint: string | null }>(
      `select files, checkpoint from transfer_listings where account_id = $1`,
      [accounts.from_account_id],
    );
    expect(rows).toHaveLength(1);
    return rows[0]!;
  };
  expect(await review()).toMatchObject({ listing: { files: 0 } });
  const start = () => startWorkerProcess(app, { 'google-drive': google, dropbox: box });
  let before = 0;
  for (let life = 1; life <= lives; life++) {
    google.control.clearCalls();
    google.control.fail({ path: '/drive/v3/files', nth: callsPerLife, times: 1000, action: { kind: 'hang' } });
    worker = await start();
    const calls = () => google.control.calls({ prefix: 'GET /drive/v3/files' });
    await expect.poll(calls).toBeGreaterThanOrEqual(callsPerLife);
    await expect.poll(async () => (await listed()).files).toBeGreaterThan(before + 2 * pageSize);
    await worker.kill();
    google.control.clearFaults();
    const { files, checkpoint } = await listed();
    expect(files).toBeLessThan(names.length);
    expect(checkpoint).not.toBeNull();
    before = files;
    // The review is still open.
    expect(await review()).toMatchObject({ listing: { files } });
  }

  worker = await start();
  await expect.poll(async () => (await review()).listing).toBeNull();
  expect(await review()).toMatchObject({ files: names.length, folders: 1 });
  const { rows } = await app.services.pool.query<{ name: string }>(
    `select i.name from transfer_listed i join transfer_listings l on l.id = i.listing_id where l.account_id = $1`,
    [accounts.from_account_id],
  );
  expect(rows.map(({ name }) => name).sort()).toEqual(['Many', ...names].sort());
  await worker.stop();

  const transfer = await transferAll(app, who, accounts);
  expect(transfer).toMatchObject({ status: 'completed', total: names.length + 1, failed: 0 });
  expect((await itemsOf(who, transfer.id)).map(({ path }) => path).sort()).toEqual(
    ['Many', ...names.map((name) => `Many/${name}`)].sort(),
  );
  expect((await to.list([])).filter(({ kind }) => kind === 'file')).toHaveLength(names.length);
}, 240_000);
