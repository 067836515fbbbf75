import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';

/**
 * Takes up to `max` documents out of the labels, then the collections, of a member or an organisation that is being removed;
 * answers how many.
 */
export async function deleteTagBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const labels = await sql`delete from label_documents where (label_id, document_id) in (
    select t.label_id, t.document_id from labels l join label_documents t on t.label_id = l.id
    where ${ownedIn(whose, 'l')} limit ${max})`.execute(tx);
  if (labels.numAffectedRows !== 0n) return Number(labels.numAffectedRows);
  const collections = await sql`delete from collection_documents where (collection_id, document_id) in (
    select t.collection_id, t.document_id from collections l join collection_documents t on t.collection_id = l.id
    where ${ownedIn(whose, 'l')} limit ${max})`.execute(tx);
  return Number(collections.numAffectedRows);
}
