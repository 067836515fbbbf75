import type { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

export interface Failed {
  remoteId: string;
  name: string;
  error: Pick<ConnectorError, 'code' | 'message'>;
}

/**
 * Kept with a growing pause before the next try: two minutes, four, … a day at most. Folders that could not be listed
 * name the listing that tried; every listing tries them again.
 */
export async function keepFailures(
  tx: Executor,
  accountId: string,
  failures: readonly Failed[],
  listing: number | null = null,
): Promise<void> {
  if (failures.length === 0) return;
  const rows = [...new Map(failures.map((failed) => [failed.remoteId, failed])).values()].map(
    ({ remoteId, name, error }) => ({
      remote_id: remoteId,
      name: name.toWellFormed().replaceAll('\0', '\ufffd'),
      code: error.code,
      message: error.message.slice(0, 1000),
    }),
  );
  await sql`insert into sync_failures as f (account_id, remote_id, name, code, message, listing, next_try_at)
    select ${accountId}, x.remote_id, x.name, x.code, x.message, ${listing}, now() + interval '2 minutes'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (remote_id text, name text, code text, message text)
    on conflict (account_id, remote_id) do update set name = excluded.name, code = excluded.code, message = excluded.message,
      listing = excluded.listing, attempts = f.attempts + 1, next_try_at = now() + least(interval '1 day', interval '1 minute' * power(2, least(f.attempts + 1, 11)))`.execute(
    tx,
  );
}

export async function clearFailures(tx: Executor, accountId: string, remoteIds: readonly string[]): Promise<void> {
  if (remoteIds.length === 0) return;
  await sql`delete from sync_failures where account_id = ${accountId} and remote_id = any(${[...remoteIds]})`.execute(
    tx,
  );
}

/** What failed and is due is pending again; with `all`, whether due or not. */
export async function reviveFailures(db: Executor, accountId: string, all = false): Promise<void> {
  await sql`update documents d set content = 'pending' from sync_failures f
    where f.account_id = ${accountId} and d.account_id = f.account_id and d.remote_id = f.remote_id and d.content = 'failed'
      and (${all} or f.next_try_at <= now())`.execute(db);
}

/**
 * The end of a listing: what an earlier one could not list has been listed now. What this one could not has no known
 * state, nor has any folder around it, so that the next listing looks into them whatever their revisions say.
 */
export async function settleListingFailures(tx: Executor, accountId: string, listing: number): Promise<void> {
  await sql`delete from sync_failures where account_id = ${accountId} and listing < ${listing}`.execute(tx);
  await sql`with recursive around as (
      select d.id, d.parent_remote_id from documents d join sync_failures f on f.account_id = d.account_id and f.remote_id = d.remote_id
      where d.account_id = ${accountId} and f.listing = ${listing}
      union
      select d.id, d.parent_remote_id from documents d join around a on d.remote_id = a.parent_remote_id
      where d.account_id = ${accountId})
    update documents d set revision = '' from around where d.id = around.id and d.kind = 'folder'`.execute(tx);
}

/** Failures of items that are gone are nobody's business any more. */
export async function dropFailuresOfGone(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from sync_failures f where f.account_id = ${accountId}
    and not exists (select 1 from documents d where d.account_id = f.account_id and d.remote_id = f.remote_id)`.execute(
    tx,
  );
}
