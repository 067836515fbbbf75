import { sql } from 'kysely';
import type { OwnerScope } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';

/** Deletes up to `max` pending shares of a member or an organization that is being removed; answers how many. */
export async function deletePendingBatch(
  tx: Executor,
  { organizationId, userId }: OwnerScope,
  max: number,
): Promise<number> {
  const mine = userId === undefined ? sql`` : sql`and shared_by = ${userId}`;
  const { numAffectedRows } = await sql`delete from pending_shares where id in (
    select id from pending_shares where organization_id = ${organizationId} ${mine} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
