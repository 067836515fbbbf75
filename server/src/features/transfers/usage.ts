import { type Plan, planLimits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** How many bytes the plan transfers in the rest of this month. */
export async function transferRoom(db: Executor, organizationId: string): Promise<number> {
  const { rows } = await sql<{
    plan: Plan;
    used: number;
  }>`select o.plan, coalesce(u.bytes, 0) as used from organizations o
    left join transfer_usage u on u.organization_id = o.id and u.month = date_trunc('month', now())::date
    where o.id = ${organizationId}`.execute(db);
  const { plan, used } = rows[0]!;
  const limit = planLimits[plan].transfer_bytes;
  return limit === null ? Number.MAX_SAFE_INTEGER : limit - used;
}
