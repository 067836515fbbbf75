import { forThisFile } from '@sheaf/sandbox/testing';
import { expect, it } from 'vitest';
import { quietAccount } from '../../testing/documents.ts';
import { person, type TestPerson } from '../../testing/people.ts';
import { testApp } from '../../testing/test-app.ts';
import { requestRun } from './batches.queries.ts';
import { scheduleRuns } from './schedule.ts';

const app = await forThisFile(testApp());
const me = await person(app);
const neighbor = await person(app);

const query = async <T>(text: string, values: unknown[] = []) =>
  (await app.services.pool.query(text, values)).rows as T[];
const schedule = () => scheduleRuns.run({}, app.services, new AbortController().signal);

/** An account that was due some minutes ago. */
async function dueAccount(owner: TestPerson, status: string, minutes: number): Promise<string> {
  const id = await quietAccount(app, owner);
  await query(
    `update source_accounts set status = $2, next_sync_at = now() - make_interval(mins => $3) where id = $1`,
    [id, status, minutes],
  );
  return id;
}
const runsOf = (id: string) =>
  query<{ status: string }>('select status from batches where account_id = $1 order by id', [id]);
const dueIn = async (id: string) =>
  (
    await query<{ due: string }>(
      `select case when next_sync_at is null then 'never' when next_sync_at > now() then 'later' else 'now' end as due from source_accounts where id = $1`,
      [id],
    )
  )[0]!.due;

it('requests one run for every due account, however many there are', async () => {
  // More than are taken in one transaction.
  await query(
    `insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings, next_sync_at)
     select gen_random_uuid(), $1, $2, 'webdav', 'many ' || n, 'many', '{}', now() from generate_series(1, 1100) n`,
    [me.organizationId, me.id],
  );
  const running = await dueAccount(me, 'syncing', 1);
  await requestRun(app.services.db, { id: running, organization_id: me.organizationId }, []);
  await query(`update batches set status = 'running' where account_id = $1`, [running]);
  await schedule();
  await schedule();
  expect(
    await query(
      `select count(*) as runs, count(distinct b.account_id) as accounts, count(j.id) as jobs
       from batches b join source_accounts a on a.id = b.account_id and a.name = 'many'
       left join graphile_worker._private_job_queues q on q.queue_name = 'sync ' || a.id
       left join graphile_worker._private_jobs j on j.job_queue_id = q.id and j.payload->>'batchId' = b.id::text
       where b.status = 'pending'`,
    ),
  ).toEqual([{ runs: 1100, accounts: 1100, jobs: 1100 }]);
  expect(await runsOf(running)).toEqual([{ status: 'running' }]);
  expect(await query('select 1 from source_accounts where next_sync_at <= now()')).toEqual([]);
});

it('syncs the account of a new workspace next, however many another has waiting', async () => {
  const next = () =>
    query<{ account: string }>(
      `select payload ->> 'accountId' as account from graphile_worker._private_jobs order by priority, run_at, id limit 3`,
    );
  await query('delete from batches');
  await query('delete from graphile_worker._private_jobs');
  await query(`update source_accounts set next_sync_at = now() - interval '1 hour' where organization_id = $1`, [
    me.organizationId,
  ]);
  await schedule();
  const [first] = await next();
  const [byClock, byHand] = [await dueAccount(neighbor, 'connected', 1), await quietAccount(app, await person(app))];
  await schedule();
  const { organization_id } = (
    await query<{ organization_id: string }>('select organization_id from source_accounts where id = $1', [byHand])
  )[0]!;
  await requestRun(app.services.db, { id: byHand, organization_id }, []);
  expect(await next()).toEqual([first, { account: byClock }, { account: byHand }]);
  await query('update source_accounts set next_sync_at = null where id = $1', [byClock]);
});

it('skips accounts of deleted workspaces and those that can’t sync, and doesn’t check them every minute', async () => {
  const deleted = await dueAccount(neighbor, 'connected', 30);
  await query('update organizations set deleted_at = now() where id = $1', [neighbor.organizationId]);
  const lost = await dueAccount(me, 'needs_reauth', 20);
  const due = await dueAccount(me, 'error', 10);
  await schedule();
  expect([await runsOf(deleted), await runsOf(lost), await runsOf(due)]).toEqual([[], [], [{ status: 'pending' }]]);
  expect([await dueIn(deleted), await dueIn(lost), await dueIn(due)]).toEqual(['later', 'never', 'later']);
});
