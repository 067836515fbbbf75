import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { thisMonth } from '../../../db/this-month.ts';
import type { Services } from '../../../services.ts';
import { limitsOf, roomWithin } from '../../plans/index.ts';

interface MonthlyUsage {
  plan: string;
  /** Sent this month (UTC). */
  used: number;
  /** Announced by unfinished transfers, but not sent yet. */
  announced: number;
}

export async function monthlyUsage(db: Executor, organizationId: string): Promise<MonthlyUsage> {
  const { rows } = await sql<MonthlyUsage>`select o.plan, coalesce(u.bytes, 0) as used,
      (select coalesce(sum(greatest(t.announced_bytes - t.bytes, 0)), 0)::bigint from transfers t
        where t.organization_id = o.id and t.status in ('pending', 'running', 'paused')) as announced
    from organizations o
    left join transfer_usage u on u.organization_id = o.id and u.month = ${thisMonth}
    where o.id = ${organizationId}`.execute(db);
  return rows[0]!;
}

/** How many more bytes the plan can transfer this month. */
export async function transferRoom(services: Services, organizationId: string): Promise<number> {
  const { plan, used } = await monthlyUsage(services.db, organizationId);
  return roomWithin(limitsOf(services, plan).transfer_bytes, used);
}
