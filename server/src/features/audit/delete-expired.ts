import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { idAt } from '../../platform/uuid.ts';

const atOnce = 1000;
const dayMs = 86_400_000;

/**
 * Daily: deletes events older than configured, one slice per transaction. Ids sort by time, so the oldest are found
 * first.
 */
export const deleteExpiredEvents = onSlicedJob(
  jobType<object>('audit.delete-expired'),
  async ({ db, config }) => {
    const cutoff = new Date(Date.now() - config.auditKeepDays * dayMs);
    const { numAffectedRows } = await sql`delete from audit_events where id in (
      select id from audit_events where id < ${idAt(cutoff)}::uuid and at < ${cutoff}
      order by id limit ${atOnce} for update skip locked)`.execute(db);
    return numAffectedRows === BigInt(atOnce);
  },
  '17 2 * * *',
);

/** Deletes events of a workspace that can no longer be restored. Returns how many. */
export async function deleteEventBatch(tx: Executor, organizationId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from audit_events where id in (
    select id from audit_events where organization_id = ${organizationId} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
