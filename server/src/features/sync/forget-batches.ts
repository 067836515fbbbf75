import { sql } from 'kysely';
import { jobType, onJob } from '../../jobs/queue.ts';

const atOnce = 10_000;

/** Daily: runs that ended a week ago. One that has not ended stays, and the last two of an account, which its card shows. */
export const forgetBatches = onJob(
  jobType<object>('sync.forget-batches'),
  async (_, { db }, signal) => {
    for (let forgotten = atOnce; forgotten === atOnce && !signal.aborted; ) {
      const { numAffectedRows } = await sql`delete from batches where id in (select b.id from batches b
        where b.finished_at < now() - interval '7 days'
          and exists (select 1 from batches n where n.account_id = b.account_id and n.id > b.id offset 1)
        limit ${atOnce})`.execute(db);
      forgotten = Number(numAffectedRows);
    }
  },
  '33 3 * * *',
);
