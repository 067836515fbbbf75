import { createHash } from 'node:crypto';
import type { ConnectorError, RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { clearRevisionsAround, retryContents } from '../documents/index.ts';
import { plainReason } from '../sources/index.ts';

export interface Failed {
  remoteId: string;
  name: string;
  error: Pick<ConnectorError, 'code' | 'plain'>;
}

/**
 * Records failures with a growing pause before the next attempt: two minutes, four, … up to a day. For folders that
 * couldn't be listed, also records the listing; every listing tries them again.
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
      message: plainReason(error, 'The app').slice(0, 1000),
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

/** Makes failed items that are due pending again; with `all`, also those that aren't due. */
export async function reviveFailures(db: Executor, accountId: string, all = false): Promise<void> {
  const due = sql`select remote_id from sync_failures where account_id = ${accountId} and (${all} or next_try_at <= now())`;
  await retryContents(db, accountId, due);
}

/**
 * At the end of a listing: deletes failures of earlier listings, since those folders have been listed now. Folders that
 * this one couldn't list have no known state, nor has any folder around them, so the next listing looks into them
 * regardless of their revisions.
 */
export async function settleListingFailures(tx: Executor, accountId: string, listing: number): Promise<void> {
  await sql`delete from sync_failures where account_id = ${accountId} and listing < ${listing}`.execute(tx);
  const failed = sql`select remote_id from sync_failures where account_id = ${accountId} and listing = ${listing}`;
  await clearRevisionsAround(tx, accountId, failed);
}

/** Deletes failures of items that no longer exist. */
export async function dropFailuresOfGone(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from sync_failures f where f.account_id = ${accountId}
    and not exists (select 1 from documents d where d.account_id = f.account_id and d.remote_id = f.remote_id)`.execute(
    tx,
  );
}

/** Records items whose paths are too long to be stored as failures with a reason. */
export async function keepTooLong(
  tx: Executor,
  state: { id: string; listing: number },
  items: readonly RemoteItem[],
): Promise<void> {
  const error = { code: 'forbidden', plain: 'Its path is too long for Sheaf.' } as const;
  const failures = items.map(({ id, name }) => {
    const remoteId = `sha256:${createHash('sha256').update(id).digest('hex')}`;
    return { remoteId, name, error };
  });
  await keepFailures(tx, state.id, failures, state.listing);
}

/** Deletes up to `max` failures of an account that is being removed; returns how many. */
export async function deleteFailureBatch(tx: Executor, accountId: string, max: number): Promise<number> {
  const { numAffectedRows } = await sql`delete from sync_failures where account_id = ${accountId} and remote_id in (
    select remote_id from sync_failures where account_id = ${accountId} order by remote_id limit ${max})`.execute(tx);
  return Number(numAffectedRows);
}
