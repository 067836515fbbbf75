import type { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

export interface Failed {
  remoteId: string;
  name: string;
  error: Pick<ConnectorError, 'code' | 'message'>;
}

/** Kept with a growing pause before the next try: two minutes, four, … a day at most. */
export async function keepFailures(tx: Executor, accountId: string, failures: readonly Failed[]): Promise<void> {
  if (failures.length === 0) return;
  const rows = [...new Map(failures.map((failed) => [failed.remoteId, failed])).values()].map(
    ({ remoteId, name, error }) => ({
      remote_id: remoteId,
      name: name.toWellFormed().replaceAll('\0', '\ufffd'),
      code: error.code,
      message: error.message.slice(0, 1000),
    }),
  );
  await sql`insert into sync_failures as f (account_id, remote_id, name, code, message, next_try_at)
    select ${accountId}, x.remote_id, x.name, x.code, x.message, now() + interval '2 minutes'
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (remote_id text, name text, code text, message text)
    on conflict (account_id, remote_id) do update set name = excluded.name, code = excluded.code, message = excluded.message,
      attempts = f.attempts + 1, next_try_at = now() + least(interval '1 day', interval '1 minute' * power(2, least(f.attempts + 1, 11)))`.execute(
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

/** Failures of items that are gone are nobody's business any more. */
export async function dropFailuresOfGone(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from sync_failures f where f.account_id = ${accountId}
    and not exists (select 1 from documents d where d.account_id = f.account_id and d.remote_id = f.remote_id)`.execute(
    tx,
  );
}
