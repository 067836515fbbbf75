import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';
import { jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';

const atOnce = 1000;
const expired = sql`l.deleted_at < now() - interval '1 day'`;

/**
 * Hourly: deletes labels and collections that were deleted a day ago and can no longer be restored, after their links
 * to documents.
 */
export const deleteExpiredTags = onSlicedJob(
  jobType<object>('owned-names.forget-deleted'),
  async ({ db }) => (await deleteExpiredLabels(db)) || (await deleteExpiredCollections(db)),
  '29 * * * *',
);

async function deleteExpiredLabels(db: Executor): Promise<boolean> {
  const links = await sql`delete from label_documents where (label_id, document_id) in (
    select t.label_id, t.document_id from labels l join label_documents t on t.label_id = l.id
    where ${expired} limit ${atOnce})`.execute(db);
  if (links.numAffectedRows !== 0n) return true;
  const labels = await sql`delete from labels where id in (
    select l.id from labels l where ${expired} limit ${atOnce})`.execute(db);
  return labels.numAffectedRows !== 0n;
}

async function deleteExpiredCollections(db: Executor): Promise<boolean> {
  const links = await sql`delete from collection_documents where (collection_id, document_id) in (
    select t.collection_id, t.document_id from collections l join collection_documents t on t.collection_id = l.id
    where ${expired} limit ${atOnce})`.execute(db);
  if (links.numAffectedRows !== 0n) return true;
  const collections = await sql`delete from collections where id in (
    select l.id from collections l where ${expired} limit ${atOnce})`.execute(db);
  return collections.numAffectedRows !== 0n;
}

/**
 * Removes up to `max` documents from the labels, then the collections, of a member or organization that is being
 * removed; returns how many.
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
