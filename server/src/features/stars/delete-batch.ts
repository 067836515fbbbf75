import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';

/** Deletes up to `max` stars of a member or organization that is being removed; returns how many. */
export async function deleteStarBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from starred_documents where ctid = any(array(
    select s.ctid from starred_documents s where ${ownedIn(whose, 's')} limit ${max}))`.execute(tx);
  return Number(numAffectedRows);
}
