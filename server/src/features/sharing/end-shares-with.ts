import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { deleteSharedAccess } from '../access/index.ts';

/**
 * Ends up to `max` shares with a person who is no longer a member. Marks the shares first, so that no change of a
 * document brings rows back. Returns how many rows there were.
 */
export async function endSomeSharesWith(
  tx: Executor,
  organizationId: string,
  userId: string,
  max: number,
): Promise<number> {
  const marked = await sql`update document_shares set state = 'ended' where (document_id, principal_id) in (
    select document_id, principal_id from document_shares
    where organization_id = ${organizationId} and person_id = ${userId} and state <> 'ended' limit ${max})`.execute(tx);
  if (marked.numAffectedRows !== 0n) return Number(marked.numAffectedRows);
  const forgotten = await deleteSharedAccess(tx, organizationId, userId, max);
  if (forgotten > 0) return forgotten;
  const ended = await sql`delete from document_shares where (document_id, principal_id) in (
    select document_id, principal_id from document_shares
    where organization_id = ${organizationId} and person_id = ${userId} limit ${max})`.execute(tx);
  return Number(ended.numAffectedRows);
}
