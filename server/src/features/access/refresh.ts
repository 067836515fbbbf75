import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** Sharing, and changes of the folders of an account, wait for each other. */
export async function lockAccountsOf(tx: Executor, documentIds: readonly string[]): Promise<void> {
  await sql`select lock_accounts(array(select distinct account_id from documents
    where id = any(${[...documentIds]}::uuid[])))`.execute(tx);
}

/** Makes who sees these documents, and nothing below them, what the shares say. */
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

/** Something about these documents looks different to all who see them, although who does is the same; `ids` is a query. */
export async function touchViewsOf(tx: Executor, ids: RawBuilder<unknown>): Promise<void> {
  await sql`select touch_view(array(select distinct organization_id || ' ' || principal_id from document_access
    where document_id in (${ids})))`.execute(tx);
}
