import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { maxKept } from './notifications.queries.ts';

const keptDays = 90;
const atOnce = 1000;

/** Daily, a slice in each transaction: deletes old notifications, and those beyond the newest of each member. */
export const deleteExpiredNotifications = onSlicedJob(
  jobType<object>('notifications.delete-expired'),
  async ({ db }) => {
    const old = await sql`delete from notifications where id in (
      select id from notifications where news_at < now() - make_interval(days => ${keptDays})
      order by news_at limit ${atOnce} for update skip locked)`.execute(db);
    if (old.numAffectedRows === BigInt(atOnce)) return true;
    const surplus = await sql`delete from notifications where id in (
      select s.id from (select organization_id, user_id from notifications
        group by organization_id, user_id having count(*) > ${maxKept}) m
      cross join lateral (select n.id from notifications n
        where n.organization_id = m.organization_id and n.user_id = m.user_id
        order by n.news_at desc, n.id desc offset ${maxKept}) s
      limit ${atOnce})`.execute(db);
    return surplus.numAffectedRows === BigInt(atOnce);
  },
  '37 3 * * *',
);

/** Deletes up to `max` notifications of a member or organization that is being removed; returns how many. */
export async function deleteNotificationBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from notifications where ctid = any(array(
    select n.ctid from notifications n where ${ownedIn(whose, 'n')} limit ${max}))`.execute(tx);
  return Number(numAffectedRows);
}
