import type { Checkpoint, Cursor } from '@sheaf/connectors';
import type { SyncSettings } from '@sheaf/contract';
import { sql, type UpdateObject } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { DB } from '../../db/schema.gen.ts';

/** Where the sync of an account stands, as its row keeps it. */
export interface SyncState {
  id: string;
  organizationId: string;
  ownerId: string;
  source: string;
  status: string;
  settings: SyncSettings;
  cursor: Cursor | null;
  listing: number;
  /** The last one that saw everything. */
  completeListing: number;
  /** The run that began the listing under way; null while there is none. */
  listingRun: string | null;
  listingCursor: Cursor | null;
  listingScope: string | null;
  checkpoint: Checkpoint | null;
}

export async function loadState(db: Executor, accountId: string): Promise<SyncState | undefined> {
  const row = await db.selectFrom('source_accounts').selectAll().where('id', '=', accountId).executeTakeFirst();
  return (
    row && {
      id: row.id,
      organizationId: row.organization_id,
      ownerId: row.user_id,
      source: row.source,
      status: row.status,
      settings: row.settings as unknown as SyncSettings,
      cursor: row.cursor as Cursor | null,
      listing: row.listing,
      completeListing: row.complete_listing,
      listingRun: row.listing_run,
      listingCursor: row.listing_cursor as Cursor | null,
      listingScope: row.listing_scope,
      checkpoint: row.checkpoint as Checkpoint | null,
    }
  );
}

export async function saveState(
  tx: Executor,
  accountId: string,
  change: UpdateObject<DB, 'source_accounts'>,
): Promise<void> {
  await tx.updateTable('source_accounts').set(change).where('id', '=', accountId).execute();
}

/** The same, unless the account was disconnected meanwhile: then it stays so. */
export async function saveOutcome(
  tx: Executor,
  accountId: string,
  change: UpdateObject<DB, 'source_accounts'>,
): Promise<void> {
  await tx
    .updateTable('source_accounts')
    .set(change)
    .where('id', '=', accountId)
    .where('status', '<>', 'disconnected')
    .execute();
}

/** Counts exactly; along the way the numbers are only added to. */
export async function recount(tx: Executor, accountId: string): Promise<void> {
  await sql`update source_accounts set (files, bytes) = (
      select count(*) filter (where kind <> 'folder'), coalesce(sum(stored_size), 0) from documents where account_id = ${accountId})
    where id = ${accountId}`.execute(tx);
}
