import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';

/** Deletes up to `max` entries of the zips of a member or an organisation that is being removed; answers how many. */
export async function deleteZipEntryBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from zip_entries where (zip_id, place) in (
    select e.zip_id, e.place from zips z join zip_entries e on e.zip_id = z.id
    where ${ownedIn(whose, 'z')} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
