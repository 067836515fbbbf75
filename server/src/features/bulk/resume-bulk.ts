import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';
import { enqueueSelected, hasLiveJob, jobType, onJob } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { bulkJob, maxAttempts } from './start-bulk.ts';

/** Every minute: a batch whose job was lost or has used up its tries gets another. */
export const resumeBulk = onJob(
  jobType<object>('documents.resume-bulk'),
  async (_, { db }) => {
    const queue = sql<string>`'bulk ' || b.id`;
    await enqueueSelected(
      db,
      bulkJob,
      sql`select json_build_object('id', b.id) as payload, ${queue} as queue from bulk_batches b
        where (b.status in ('running', 'undoing') or b.transfer_ids <> '{}') and not ${hasLiveJob(queue)}`,
      { maxAttempts },
    );
  },
  '* * * * *',
);

/** Daily: deletes batches that ended more than a day ago; they can no longer be undone. */
export const deleteExpiredBulk = onSlicedJob(
  jobType<object>('documents.forget-bulk'),
  async ({ db }) => {
    const expired = sql`select id from bulk_batches where finished_at < now() - interval '1 day'`;
    const changes = await sql`delete from bulk_changes where number in (
      select number from bulk_changes where batch_id in (${expired}) limit 10000)`.execute(db);
    if (changes.numAffectedRows !== 0n) return true;
    await sql`delete from bulk_batches where id in (${expired})`.execute(db);
    return false;
  },
  '53 3 * * *',
);

/** Deletes up to `max` recorded changes of a member or an organisation that is being removed; answers how many. */
export async function deleteBulkBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const changes = await sql`delete from bulk_changes where number in (
    select c.number from bulk_batches b join bulk_changes c on c.batch_id = b.id
    where ${ownedIn(whose, 'b')} limit ${max})`.execute(tx);
  return Number(changes.numAffectedRows);
}
