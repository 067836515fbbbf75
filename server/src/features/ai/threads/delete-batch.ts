import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../../db/owner-scope.ts';
import type { Executor } from '../../../db/pool.ts';

/** Deletes up to `max` messages of a member or an organisation that is being removed, with their citations; returns how many. */
export async function deleteAiMessageBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from ai_messages where id in (
    select m.id from ai_threads t join ai_messages m on m.thread_id = t.id
    where ${ownedIn(whose, 't')} limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
