import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../../db/owner-scope.ts';
import type { Executor } from '../../../db/pool.ts';

/** So many messages of a member or an organisation that goes, with their citations. Answers how many. */
export async function deleteAiMessageBatch(tx: Executor, whose: OwnerScope, most: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from ai_messages where id in (
    select m.id from ai_threads t join ai_messages m on m.thread_id = t.id
    where ${ownedIn(whose, 't')} limit ${most})`.execute(tx);
  return Number(numAffectedRows);
}
