import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { newId } from '../../../platform/uuid.ts';
import { quietAccount } from '../../../testing/documents.ts';
import { person } from '../../../testing/people.ts';
import { testApp } from '../../../testing/test-app.ts';
import { enqueueTransfer } from '../transfers.queries.ts';
import { restartStuckTransfers } from './restart-stuck.ts';

const app = await forThisFile(testApp());

it('adds a job for every transfer that has work left but no job', async () => {
  const { pool, db } = app.services;
  const me = await person(app);
  const [from, to] = [await quietAccount(app, me), await quietAccount(app, me)];
  const cases = [
    { status: 'pending', stuck: true },
    { status: 'running', stuck: true },
    { status: 'running', hasJob: true, stuck: false },
    { status: 'cancelled', waiting: true, stuck: true },
    { status: 'cancelled', waiting: true, hasJob: true, stuck: false },
    { status: 'cancelled', stuck: false },
    // It waits for the person.
    { status: 'paused', waiting: true, stuck: false },
    { status: 'completed', stuck: false },
    { status: 'failed', waiting: true, stuck: false },
  ];
  const expected: string[] = [];
  for (const { status, stuck, waiting, hasJob } of cases) {
    const id = newId();
    await pool.query(
      `insert into transfers (id, organization_id, user_id, from_account_id, to_account_id, status, finished_at, mode,
         on_conflict, selection_type) values ($1, $2, $3, $4, $5, $6, now(), 'copy', 'rename', 'all')`,
      [id, me.organizationId, me.id, from, to, status],
    );
    if (waiting)
      await pool.query(
        `insert into transfer_items (transfer_id, number, remote_id, kind, path, name, revision)
         values ($1, 1, 'a', 'file', 'a', 'a', '1')`,
        [id],
      );
    if (hasJob) await enqueueTransfer(db, id, { delayMs: 3_600_000 });
    if (stuck) expected.push(id);
  }
  const queued = async () =>
    (
      await pool.query<{ id: string; queue: string }>(
        `select j.payload->>'transferId' as id, q.queue_name as queue from graphile_worker._private_jobs j
         join graphile_worker._private_job_queues q on q.id = j.job_queue_id where j.run_at <= now() order by j.id`,
      )
    ).rows;
  for (let minute = 0; minute < 2; minute++) {
    await restartStuckTransfers.run({}, app.services, new AbortController().signal);
    expect(await queued()).toEqual(expected.map((id) => ({ id, queue: `transfer ${id}` })));
  }
});

it('runs the transfer of a new workspace next, however many another has waiting', async () => {
  const { pool, db } = app.services;
  await pool.query('delete from graphile_worker._private_jobs');
  const create = async (count: number) => {
    const who = await person(app);
    const [from, to] = [await quietAccount(app, who), await quietAccount(app, who)];
    const ids = Array.from({ length: count }, newId);
    for (const id of ids) {
      await pool.query(
        `insert into transfers (id, organization_id, user_id, from_account_id, to_account_id, mode, on_conflict,
           selection_type) values ($1, $2, $3, $4, $5, 'copy', 'rename', 'all')`,
        [id, who.organizationId, who.id, from, to],
      );
      await enqueueTransfer(db, id);
    }
    return ids;
  };
  const [busy, quiet] = [await create(5), await create(1)];
  const { rows } = await pool.query(
    `select payload ->> 'transferId' as id from graphile_worker._private_jobs order by priority, run_at, id limit 3`,
  );
  expect(rows.map(({ id }) => id)).toEqual([busy[0], quiet[0], busy[1]]);
});
