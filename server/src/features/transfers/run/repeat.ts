import { sql } from 'kysely';
import { jobType, onJob } from '../../../jobs/queue.ts';
import { auditIn } from '../../audit/index.ts';
import { aboutTransfer } from '../about-transfer.ts';
import { enqueueTransfer, findAnyTransfer, notifyTransfer } from '../transfers.queries.ts';
import { planAgain } from './plan.ts';

/** Every minute: runs repeating transfers that are due again, for new or changed files. */
export const repeatTransfers = onJob(
  jobType<object>('transfers.repeat'),
  async (_, { db, config }) => {
    await db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ id: string }>`update transfers set status = 'pending', phase = 'planning',
          plan_cursor = ${JSON.stringify(planAgain)}::jsonb, problem = null, stalled = 0, started_at = null, finished_at = null,
          next_run_at = null, announced_bytes = 0
        where id in (select t.id from transfers t join organizations o on o.id = t.organization_id and o.deleted_at is null
            and not (o.read_only and ${config.billing})
          where t.next_run_at <= now() and t.status in ('completed', 'completed_with_errors', 'failed')
          order by t.next_run_at limit 500 for update of t skip locked)
        returning id`.execute(tx);
      for (const { id } of rows) {
        await enqueueTransfer(tx, id);
        await notifyTransfer(tx, id);
        const transfer = await findAnyTransfer(tx, id);
        if (transfer)
          await auditIn(tx, transfer.organization_id, null, { action: 'transfer_started', ...aboutTransfer(transfer) });
      }
    });
  },
  '* * * * *',
);
