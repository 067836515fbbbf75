import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Makes sharing and folder changes within an account wait for each other. */
export async function lockAccountsOf(tx: Executor, documentIds: readonly string[]): Promise<void> {
  await sql`select lock_accounts(array(select distinct account_id from documents
    where id = any(${[...documentIds]}::uuid[])))`.execute(tx);
}

/** Recomputes from the shares who sees these documents, but not what is below them. */
export async function refreshAccessOf(tx: Executor, documentIds: readonly string[]): Promise<void> {
  await sql`select refresh_access_of(${[...documentIds]}::uuid[])`.execute(tx);
}

/** Deletes up to `max` rows that let someone see documents whose shares have ended; returns how many. */
export async function deleteSharedAccess(
  tx: Executor,
  organizationId: string,
  userId: string,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ deleted: number }>`select delete_shared_access(
    ${organizationId}, ${userId}, ${max}) as deleted`.execute(tx);
  return rows[0]!.deleted;
}

/**
 * Marks the views of everyone who sees these documents as changed although their access is the same. `ids` is a query.
 */
export async function touchViewsOf(tx: Executor, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select touch_view(array(select distinct organization_id || ' ' || principal_id from document_access
    where document_id in (${ids})))`.execute(tx);
}
