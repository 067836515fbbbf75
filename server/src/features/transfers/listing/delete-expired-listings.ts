import { sql } from 'kysely';
import { jobType, onJob } from '../../../jobs/queue.ts';

const atOnce = 5_000;
const maxBatches = 200;

/** SQL: the list is old, or its transfer has been planned. */
const isOver = sql`(l.created_at < now() - interval '1 day' or exists (select from transfers t
  where t.id = l.transfer_id and (t.phase <> 'planning' or t.status not in ('pending', 'running', 'paused'))))`;

/** Hourly: deletes lists of accounts that are no longer needed, some thousand rows at a time. */
export const deleteExpiredListings = onJob(
  jobType<object>('transfers.forget-listings'),
  async (_, { db }, signal) => {
    for (let batch = 0; batch < maxBatches; batch++) {
      signal.throwIfAborted();
      const { numAffectedRows } = await sql`delete from transfer_listed where (listing_id, place) in (
        select i.listing_id, i.place from transfer_listings l join transfer_listed i on i.listing_id = l.id
        where ${isOver} limit ${atOnce})`.execute(db);
      if (numAffectedRows === 0n) break;
    }
    await sql`delete from transfer_listings l where ${isOver}
      and not exists (select from transfer_listed i where i.listing_id = l.id)`.execute(db);
  },
  '23 * * * *',
);
