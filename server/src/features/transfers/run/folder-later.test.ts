import { contract } from '@sheaf/contract';
import { expect, it } from 'vitest';
import { driveToDropbox, paths, text } from '../testing/drive-to-dropbox.ts';
import { sync, tryAgainLate } from '../testing/driver.ts';

const { transfers } = contract;
const world = await driveToDropbox();
await tryAgainLate(world.app);

const passing = { kind: 'status', status: 409, reason: 'content_hash_mismatch' } as const;
const makeFolder = '/api/2/files/create_folder_v2';

it('waits for a folder that can’t be created for a while, and then transfers everything in it', async () => {
  const { app, box, from, to, me, accounts, again } = world;
  await from.mkdir(['Folder']);
  await from.mkdir(['Folder', 'Inner']);
  await from.write(['Folder', 'a.txt'], text('a'));
  await from.write(['Folder', 'Inner', 'b.txt'], text('b'));
  await from.write(['top.txt'], text('top'));
  await sync(app, me, accounts.from_account_id);
  box.control.fail({ path: makeFolder, times: 1_000, action: passing });
  box.control.clearCalls();
  const { id } = (await me.call(transfers.create, { body: { ...accounts, selection_type: 'all' } })).data;
  const { pool } = app.services;
  const state = async () =>
    (
      await pool.query(
        `select t.run_token::int as runs, i.attempts, (select min(j.run_at) from graphile_worker.jobs j
           where j.queue_name = 'transfer ' || t.id and j.locked_at is null) = i.next_try_at as waits
         from transfers t join transfer_items i on i.transfer_id = t.id and i.path = 'Folder' where t.id = $1`,
        [id],
      )
    ).rows[0];

  await app.work();
  expect(await state()).toEqual({ runs: 1, attempts: 1, waits: true });
  expect(await paths(to)).toEqual(['top.txt']);
  // A second attempt fails as well, and there is only one.
  await pool.query('update transfer_items set next_try_at = now() where next_try_at is not null');
  await pool.query('update graphile_worker._private_jobs set run_at = now()');
  await app.work();
  expect(await state()).toEqual({ runs: 2, attempts: 2, waits: true });
  expect(box.control.calls({ prefix: `POST ${makeFolder}` })).toBe(2);

  box.control.clearFaults();
  expect(await again(id)).toMatchObject({ status: 'completed', total: 5, processed: 5, failed: 0, problem: null });
  expect(await paths(to)).toEqual(['Folder', 'Folder/Inner', 'Folder/Inner/b.txt', 'Folder/a.txt', 'top.txt']);
});
