import { sql } from 'kysely';
import { enqueueSelected, jobType, onJob } from '../../../jobs/queue.ts';
import { reconcileJob } from '../../plans/index.ts';
import { deleteExpiredRequests } from '../requests.queries.ts';

const atOnce = 200;

/** Every five minutes: reconciles customers that are due, whether or not a webhook came. */
export const reconcileDue = onJob(
  jobType<object>('billing.reconcile'),
  async (_, { db, payments }) => {
    if (!payments) return;
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`update billing_customers set next_look_at = now() + interval '1 hour'
        where id in (select id from billing_customers where next_look_at <= now()
          order by next_look_at limit ${atOnce} for update skip locked) returning id`.execute(tx);
      const ids = rows.map(({ id }) => id);
      await enqueueSelected(
        tx,
        reconcileJob,
        sql`select json_build_object('customerId', id) as payload, 'billing ' || coalesce(organization_id, id) as queue
          from billing_customers where id = any(${ids})`,
        { maxAttempts: 10 },
      );
    });
    await deleteExpiredRequests(db);
  },
  '*/5 * * * *',
);
