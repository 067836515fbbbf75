import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { newId } from '../../platform/uuid.ts';

export const syncJob = jobType<{ accountId: string; batchId: string }>('sync.run');

/**
 * A run, as a row and a job in the caller's transaction. One that has not begun yet serves, and of those that have, such
 * as are to be joined. Runs of one account follow each other, runs of different accounts do not wait. `at`: when a new one
 * begins, now unless told.
 */
export async function requestRun(
  tx: Executor,
  account: { id: string; organization_id: string },
  join: readonly ('running' | 'paused')[],
  at?: Date,
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
  await enqueueRun(tx, account.id, id, at);
  return id;
}

/** The job that begins a run or goes on with it. */
export async function enqueueRun(tx: Executor, accountId: string, batchId: string, runAt?: Date): Promise<void> {
  await enqueue(tx, syncJob, { accountId, batchId }, { queue: `sync ${accountId}`, maxAttempts: 100, runAt });
}

/** Tells whoever watches that something about the account changed; arrives with the commit. */
export async function notify(tx: Executor, accountId: string): Promise<void> {
  await sql`select pg_notify('sheaf_account', ${accountId})`.execute(tx);
}

export async function beginBatch(db: Executor, id: string): Promise<void> {
  await db
    .updateTable('batches')
    .set({ status: 'running', started_at: sql`coalesce(started_at, now())` })
    .where('id', '=', id)
    .execute();
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

/** A run that goes on counts on from what it has fetched before. */
export async function beginContents(tx: Executor, id: string, left: number): Promise<void> {
  const goesOn = sql<boolean>`phase = 'contents'`;
  await tx
    .updateTable('batches')
    .set({
      phase: 'contents',
      total: sql`case when ${goesOn} then processed + ${left}::int else ${left}::int end`,
      processed: sql`case when ${goesOn} then processed else 0 end`,
      failed: sql`case when ${goesOn} then failed else 0 end`,
    })
    .where('id', '=', id)
    .execute();
}

/** The source asks us to wait; another job goes on with the run. */
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
