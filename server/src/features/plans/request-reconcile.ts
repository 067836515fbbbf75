import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';

/** Compares a workspace with the payment provider's data; run by billing. */
export const reconcileJob = jobType<{ organizationId?: string; customerId?: string }>('billing.look-again');

/** Members who join or leave within this time change the quantity once. */
const membersSettleMs = 20_000;

/** In the caller's transaction. Does nothing if the workspace has never paid. */
export async function requestReconcile(
  tx: Executor,
  organizationId: string,
  soon: 'now' | 'members-changed' = 'now',
): Promise<void> {
  const { rows } = await sql`select from billing_customers where organization_id = ${organizationId}`.execute(tx);
  if (rows.length === 0) return;
  const name = `billing ${organizationId}`;
  const delayMs = soon === 'now' ? 0 : membersSettleMs;
  await enqueue(tx, reconcileJob, { organizationId }, { key: `${name} ${soon}`, queue: name, delayMs });
}
