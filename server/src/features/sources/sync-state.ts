import { type Checkpoint, type Cursor, type NotIncluded, plainError } from '@sheaf/connectors';
import type { SyncSettings } from '@sheaf/contract';
import { type RawBuilder, sql, type UpdateObject } from 'kysely';
import type { Config } from '../../config/config.ts';
import type { Executor } from '../../db/pool.ts';
import type { DB } from '../../db/schema.gen.ts';
import { type LeasedRow, leasedRow } from '../../jobs/lease.ts';

/** The sync state of an account, as stored in its row. */
export interface SyncState {
  id: string;
  organizationId: string;
  ownerId: string;
  source: string;
  status: string;
  settings: SyncSettings;
  cursor: Cursor | null;
  listing: number;
  /** The last listing that saw everything. */
  completeListing: number;
  /** The run that started the listing in progress; null if there is none. */
  listingRun: string | null;
  listingCursor: Cursor | null;
  listingScope: string | null;
  checkpoint: Checkpoint | null;
}

export async function loadState(db: Executor, accountId: string): Promise<SyncState | undefined> {
  const row = await db
    .selectFrom('source_accounts')
    .select(['id', 'organization_id', 'user_id', 'source', 'status', 'settings', 'cursor', 'checkpoint'])
    .select(['listing', 'complete_listing', 'listing_run', 'listing_cursor', 'listing_scope'])
    .where('id', '=', accountId)
    .executeTakeFirst();
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

/** Replaces earlier entries about the same thing; a count of 0 removes them. */
export async function saveNotIncluded(
  tx: Executor,
  accountId: string,
  said: readonly NotIncluded[] = [],
): Promise<void> {
  if (said.length === 0) return;
  const left = JSON.stringify(said.filter(({ count }) => count > 0));
  await sql`update source_accounts set not_included = (
      select coalesce(jsonb_agg(x), '[]') from jsonb_array_elements(not_included || ${left}::jsonb) with ordinality as e (x, at)
      where x ->> 'what' <> all(${said.map(({ what }) => what)}) or at > jsonb_array_length(not_included))
    where id = ${accountId}`.execute(tx);
}

/** The account's runs are sequential: the process that starts or takes one over holds the account's lease. */
export const accountLease = (accountId: string): LeasedRow =>
  leasedRow(
    sql`update source_accounts set run_token = run_token + 1 where id = ${accountId} returning run_token`,
    (locking) => sql`select run_token from source_accounts where id = ${accountId} ${locking}`,
  );

/** Same, but leaves an account that was disconnected meanwhile as it is. */
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

/** Counts exactly; between runs, changes are only added. */
export async function recount(tx: Executor, accountId: string): Promise<void> {
  await sql`update source_accounts set (files, bytes) = (
      select count(*) filter (where kind <> 'folder' and deleted_at is null), coalesce(sum(stored_size), 0) from documents
      where account_id = ${accountId})
    where id = ${accountId}`.execute(tx);
}

/** Adds a change to the counts; exact counts are made at the end of a run. */
export async function addToCounts(
  tx: Executor,
  accountId: string,
  { files = 0, bytes = 0 }: { files?: number; bytes?: number },
): Promise<void> {
  if (files === 0 && bytes === 0) return;
  await sql`update source_accounts set files = files + ${files}, bytes = bytes + ${bytes}
    where id = ${accountId}`.execute(tx);
}

/**
 * SQL: whether accounts of an organization `o` sync automatically, which they don't while an unpaid plan makes it
 * read-only.
 */
export const syncsAutomatically = ({ billing }: Pick<Config, 'billing'>): RawBuilder<boolean> =>
  sql`(o.deleted_at is null and not (o.read_only and ${billing}))`;

/**
 * Takes up to `max` due accounts, the longest due first, so that concurrent workers get different ones. Accounts that
 * sync become due again later; `isDue`: they get a run now. Those of deleted or read-only workspaces wait equally long,
 * and those that can't sync are no longer due, so that neither stays in front of the others.
 */
export async function takeDueAccounts(
  tx: Executor,
  config: Config,
  max: number,
): Promise<{ id: string; organization_id: string; isDue: boolean }[]> {
  const { rows } = await sql<{ id: string; organization_id: string; isDue: boolean }>`
    with due as (
      select a.id, a.status in ('connected', 'error', 'syncing', 'attention') as syncs,
        -- A subquery for each row taken: a join might read all workspaces.
        (select ${syncsAutomatically(config)} from organizations o where o.id = a.organization_id) as is_live
      from source_accounts a
      where a.next_sync_at <= now() order by a.next_sync_at limit ${max} for update skip locked
    )
    update source_accounts a
    set next_sync_at = case when due.syncs then now() + interval '5 minutes' end
    from due where a.id = due.id
    returning a.id, a.organization_id, due.syncs and due.is_live as "isDue"`.execute(tx);
  return rows;
}

/**
 * Ends a run whose account was disconnected or given to another member meanwhile. Its session may still be open at the
 * source, but what it reads there must not reach the new owner.
 */
export async function refuseDisconnected(tx: Executor, accountId: string): Promise<void> {
  const { rows } = await sql`select from source_accounts where id = ${accountId} and status <> 'disconnected'`.execute(
    tx,
  );
  if (rows.length === 0) throw plainError('auth_revoked', 'This account is no longer connected.');
}
