import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, enqueueSelected, hasLiveJob, jobType } from '../../jobs/queue.ts';
import { maxBefore } from '../../jobs/turns.ts';
import { newId } from '../../platform/uuid.ts';

export const syncJob = jobType<{ accountId: string; batchId: string }>('sync.run');

/**
 * Requests a run, as a row and a job in the caller's transaction. A pending run is reused, and so is a started one
 * whose status is in `join`. Runs of one account are sequential; runs of different accounts don't wait for each other.
 * `delayMs`: until a new run starts.
 */
export async function requestRun(
  tx: Executor,
  account: { id: string; organization_id: string },
  join: readonly ('running' | 'paused')[],
  delayMs = 0,
): Promise<string> {
  const open = await tx
    .selectFrom('batches')
    .select('id')
    .where('account_id', '=', account.id)
    .where('status', 'in', ['pending', ...join])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (open) return open.id;
  const id = newId();
  await tx
    .insertInto('batches')
    .values({ id, organization_id: account.organization_id, account_id: account.id })
    .execute();
  await enqueueRun(tx, account.id, id, delayMs);
  return id;
}

/** Same for any number of accounts, with two statements. */
export async function requestRuns(
  tx: Executor,
  accounts: readonly { id: string; organization_id: string }[],
  join: readonly ('running' | 'paused')[],
  delayMs = 0,
): Promise<void> {
  // An account has at most two unfinished runs, which are its newest.
  const { rows } = await sql<{ id: string; account_id: string }>`
    insert into batches (id, organization_id, account_id)
    select r.id, r.organization_id, r.account_id
    from unnest(${accounts.map(() => newId())}::uuid[], ${accounts.map((account) => account.organization_id)}::uuid[],
      ${accounts.map(({ id }) => id)}::uuid[]) as r (id, organization_id, account_id)
    where not exists (select 1 from (
        select b.status from batches b where b.account_id = r.account_id order by b.id desc limit 2) newest
      where newest.status = any(${['pending', ...join]}))
    returning id, account_id`.execute(tx);
  const jobs = jobsFor(sql`batches b where b.id = any(${rows.map(({ id }) => id)}::uuid[])`);
  if (rows.length > 0) await enqueueSelected(tx, syncJob, jobs, { maxAttempts, delayMs, turn });
}

const maxAttempts = 100;
/** The order of the rows of `jobsFor`. */
const turn = { workspace: sql<string>`r.organization_id`, before: sql<number>`r.before` };

/** SQL: the number of pending or running runs of a workspace. */
const openRuns = (organizationId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from (select from batches o where o.organization_id = ${organizationId}
    and o.status in ('pending', 'running') limit ${sql.lit(maxBefore)}) found)`;

/** SQL: jobs for runs `b`, each with the number of runs of its workspace before it. Counts once for each workspace. */
const jobsFor = (runs: RawBuilder<unknown>) => sql<{ payload: { accountId: string; batchId: string }; queue: string }>`
  with n as materialized (select b.id, b.account_id, b.organization_id, count(*) over w as total,
      row_number() over (w order by b.id) as number from ${runs} window w as (partition by b.organization_id)),
    workspaces as materialized (select d.organization_id, ${openRuns(sql`d.organization_id`)} as open_runs
      from (select distinct organization_id from n) d)
  select json_build_object('accountId', n.account_id, 'batchId', n.id) as payload, 'sync ' || n.account_id as queue,
    n.organization_id, w.open_runs - n.total + n.number - 1 as before
  from n join workspaces w on w.organization_id = n.organization_id order by n.id`;

/** Adds the job that starts or resumes a run. */
export async function enqueueRun(tx: Executor, accountId: string, batchId: string, delayMs = 0): Promise<void> {
  const ofRun = sql<string>`(select organization_id from batches where id = ${batchId})`;
  const before = sql<number>`(${openRuns(ofRun)} - 1)`;
  await enqueue(
    tx,
    syncJob,
    { accountId, batchId },
    { queue: `sync ${accountId}`, maxAttempts, delayMs, turn: { workspace: ofRun, before } },
  );
}

/** Adds jobs for unfinished runs without one, oldest first. Returns how many. */
export function enqueueStuckRuns(db: Executor, max: number): Promise<number> {
  const queue = sql<string>`'sync ' || b.account_id`;
  const stuck = sql`(select b.id, b.account_id, b.organization_id from batches b
    where b.status in ('pending', 'running', 'paused') and not ${hasLiveJob(queue)} order by b.id limit ${max}) b`;
  return enqueueSelected(db, syncJob, jobsFor(stuck), { maxAttempts, turn });
}

/** False if the run has ended, so that this job is superfluous. */
export async function beginBatch(tx: Executor, id: string): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('batches')
    .set({ status: 'running', started_at: sql`coalesce(started_at, now())` })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'running', 'paused'])
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function advanceBatch(
  tx: Executor,
  id: string,
  by: { processed?: number; failed?: number; bytes?: number },
): Promise<void> {
  await tx
    .updateTable('batches')
    .set({
      processed: sql`processed + ${by.processed ?? 0}`,
      failed: sql`failed + ${by.failed ?? 0}`,
      bytes: sql`bytes + ${by.bytes ?? 0}`,
    })
    .where('id', '=', id)
    .execute();
}

/** A resumed run keeps counting from what it fetched before. */
export async function beginContents(tx: Executor, id: string, left: number): Promise<void> {
  const isResumed = sql<boolean>`phase = 'contents'`;
  await tx
    .updateTable('batches')
    .set({
      phase: 'contents',
      total: sql`case when ${isResumed} then processed + ${left}::int else ${left}::int end`,
      processed: sql`case when ${isResumed} then processed else 0 end`,
      failed: sql`case when ${isResumed} then failed else 0 end`,
    })
    .where('id', '=', id)
    .execute();
}

/** Called when the source limits us; another job resumes the run. */
export async function pauseBatch(tx: Executor, id: string): Promise<void> {
  await tx.updateTable('batches').set({ status: 'paused' }).where('id', '=', id).execute();
}

export async function finishBatch(
  tx: Executor,
  id: string,
  status: 'completed' | 'failed' | 'cancelled',
): Promise<void> {
  await tx
    .updateTable('batches')
    .set({
      status:
        status === 'completed' ? sql`case when failed > 0 then 'completed_with_errors' else 'completed' end` : status,
      phase: 'done',
      total: sql`greatest(total, processed)`,
      finished_at: sql`now()`,
    })
    .where('id', '=', id)
    .execute();
}
