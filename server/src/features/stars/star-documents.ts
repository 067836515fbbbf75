import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { mustSee } from '../documents/index.ts';

export async function starDocuments(
  { db }: Services,
  viewer: Member,
  { document_ids, starred }: { document_ids: readonly string[]; starred: boolean },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await mustSee(tx, viewer, document_ids, 'document_ids');
    await (starred ? addStars(tx, viewer, document_ids) : removeStars(tx, viewer, document_ids));
  });
}

/** Returns the documents that had no star before. */
export async function addStars(tx: Executor, viewer: Member, documentIds: readonly string[]): Promise<string[]> {
  const { organizationId } = viewer.membership;
  // Serializes requests of the same person, so that they count each other's stars.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`stars ${organizationId} ${viewer.id}`}, 0))`.execute(tx);
  const { rows } = await sql<{
    document_id: string;
  }>`insert into starred_documents (organization_id, user_id, document_id)
    select ${organizationId}, ${viewer.id}, id from unnest(${[...documentIds]}::uuid[]) x (id)
    on conflict do nothing returning document_id`.execute(tx);
  const { rows: counted } = await sql<{ stars: number }>`select count(*) as stars from starred_documents
    where organization_id = ${organizationId} and user_id = ${viewer.id}`.execute(tx);
  if (counted[0]!.stars > limits.starsEach)
    throw new AppError(
      'conflict',
      `You can star up to ${limits.starsEach.toLocaleString('en')} documents. Remove the star from some first.`,
    );
  return rows.map(({ document_id }) => document_id);
}

/** Returns the documents that had a star. */
export async function removeStars(tx: Executor, viewer: Member, documentIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ document_id: string }>`delete from starred_documents
    where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id}
      and document_id = any(${[...documentIds]}::uuid[]) returning document_id`.execute(tx);
  return rows.map(({ document_id }) => document_id);
}

/** Deletes up to `max` stars of a member or organization that is being removed; returns how many. */
export async function deleteStarBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from starred_documents where ctid = any(array(
    select s.ctid from starred_documents s where ${ownedIn(whose, 's')} limit ${max}))`.execute(tx);
  return Number(numAffectedRows);
}
