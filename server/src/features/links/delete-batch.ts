import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';

/** Deletes up to `max` links of a member or an organization that is being removed; answers how many. */
export async function deleteLinkBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from public_links where id in (
    select l.id from public_links l where ${ownedIn(whose, 'l')} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
