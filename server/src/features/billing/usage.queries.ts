import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { thisMonth } from '../../db/this-month.ts';

interface Usage {
  plan: string;
  read_only: boolean;
  links_allowed: boolean;
  owners: number;
  /** The number of members, which is what is paid for. */
  seats: number;
  /** Members and open invitations, which count toward the plan's limit. */
  members: number;
  accounts: number;
  ai_messages: number;
  transfer_bytes: number;
}

/** Everything except storage, which takes longer: see used-storage.ts. */
export async function usageOf(db: Executor, organizationId: string): Promise<Usage> {
  const { rows } =
    await sql<Usage>`select o.plan, o.read_only, o.links_allowed, m.owners, m.seats, m.seats + (select count(*)::int
        from invitations where organization_id = o.id and accepted_at is null and revoked_at is null
          and expires_at > now()) as members,
      (select count(*)::int from source_accounts where organization_id = o.id and source <> ${uploadsSource}
        and removed_at is null) as accounts,
      coalesce((select messages from ai_usage where organization_id = o.id
        and month = ${thisMonth}), 0) as ai_messages,
      coalesce((select bytes from transfer_usage where organization_id = o.id
        and month = ${thisMonth}), 0) as transfer_bytes
    from organizations o, lateral (select count(*)::int as seats, count(*) filter (where role = 'owner')::int as owners
      from memberships where organization_id = o.id) m
    where o.id = ${organizationId}`.execute(db);
  return rows[0]!;
}
