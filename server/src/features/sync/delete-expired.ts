import { sql } from 'kysely';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { idAt } from '../../platform/uuid.ts';

const atOnce = 10_000;
const weekMs = 7 * 24 * 60 * 60_000;

/** Daily: deletes runs that ended a week ago, except the last two of an account, which its card shows. */
export const deleteExpiredBatches = onSlicedJob(
  jobType<object>('sync.forget-batches'),
  async ({ db }) => {
    // Runs that ended by then were created by then: ids allow finding them without reading the whole table.
    const latest = idAt(new Date(Date.now() - weekMs));
    const { numAffectedRows } = await sql`delete from batches where id in (select b.id from batches b
      where b.id < ${latest} and b.finished_at < now() - interval '7 days'
        and exists (select 1 from batches n where n.account_id = b.account_id and n.id > b.id offset 1)
      limit ${atOnce})`.execute(db);
    return numAffectedRows === BigInt(atOnce);
  },
  '33 3 * * *',
);
