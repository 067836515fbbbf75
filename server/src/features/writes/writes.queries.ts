import type { ServerEvent } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { RowOf } from '../../db/rows.ts';
import type { Member } from '../../http/viewer.ts';
import type { LeasedRow } from '../../jobs/lease.ts';
import { enqueue, enqueueSelected, hasLiveJob, jobType } from '../../jobs/queue.ts';
import { sealedTable } from '../../platform/secrets/sealed-table.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { touchViewsOf } from '../access/index.ts';

export const sealedWriteUploads = sealedTable(
  'account_write_uploads',
  (id, secrets) => sql`update account_write_uploads set secrets = ${secrets} where write_id = ${id}`,
);

export type WriteKind = 'folder' | 'change' | 'trash' | 'restore' | 'upload';

export interface NewWrite {
  documentId: string;
  kind: WriteKind;
  name: string;
  parentId: string | null;
  /** The state before the change. */
  before?: { name: string; parentId: string | null };
  /** False for a new file, which is in no list until it is about to arrive. */
  holdsListing?: boolean;
}

export interface Write
  extends RowOf<
    'account_writes',
    | 'id'
    | 'document_id'
    | 'user_id'
    | 'number'
    | 'name'
    | 'parent_id'
    | 'renames'
    | 'moves'
    | 'name_before'
    | 'parent_before'
    | 'begun_at'
    | 'attempts'
  > {
  kind: WriteKind;
}

const columns = sql`id, document_id, user_id, number, kind, name, parent_id, renames, moves, name_before, parent_before, begun_at, attempts`;
const newStamp = sql`nextval('account_write_stamps')`;

export const writesJob = jobType<{ accountId: string }>('writes.run');
const maxAttempts = 100;
const queueOf = (accountId: string) => `writes ${accountId}`;

/** Records changes with the job that makes them at the source. Requires the lock of the account's row. */
export async function insertWrites(
  tx: Executor,
  viewer: Pick<Member, 'id' | 'membership'>,
  accountId: string,
  writes: readonly NewWrite[],
): Promise<void> {
  const rows = writes.map(({ documentId, kind, name, parentId, before, holdsListing = true }, place) => ({
    id: newId(),
    place,
    document_id: documentId,
    kind,
    name,
    parent_id: parentId,
    renames: before !== undefined && before.name !== name,
    moves: before !== undefined && before.parentId !== parentId,
    name_before: before?.name ?? null,
    parent_before: before?.parentId ?? null,
    holds_listing: holdsListing,
  }));
  await sql`insert into account_writes (id, organization_id, account_id, user_id, document_id, kind, name, parent_id, renames, moves,
      name_before, parent_before, holds_listing)
    select x.id, ${viewer.membership.organizationId}, ${accountId}, ${viewer.id}, x.document_id, x.kind, x.name, x.parent_id,
      x.renames, x.moves, x.name_before, x.parent_before, x.holds_listing
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (id uuid, place int, document_id uuid, kind text, name text,
      parent_id uuid, renames boolean, moves boolean, name_before text, parent_before uuid, holds_listing boolean)
    order by x.place`.execute(tx);
  await enqueueWrites(tx, accountId);
}

/** Adds a job for all waiting changes, unless one hasn't started yet. */
export async function enqueueWrites(tx: Executor, accountId: string, delayMs?: number): Promise<void> {
  const queue = queueOf(accountId);
  await enqueue(tx, writesJob, { accountId }, { key: queue, queue, maxAttempts, delayMs });
}

/** Adds jobs for accounts whose changes wait without one. Returns how many. */
export function enqueueStuckWrites(db: Executor, max: number): Promise<number> {
  const stuck = sql<{ payload: { accountId: string }; queue: string }>`
    select json_build_object('accountId', w.account_id) as payload, 'writes ' || w.account_id as queue
    from (select distinct account_id from account_writes where state = 'waiting') w
    where not ${hasLiveJob(sql<string>`'writes ' || w.account_id`)} limit ${max}`;
  return enqueueSelected(db, writesJob, stuck, { maxAttempts });
}

/**
 * The lease for making the changes of an account. Its account is locked first, in the same order as by everyone who
 * changes it.
 */
export const writesLease = (accountId: string): LeasedRow => ({
  async claim(db) {
    const { rows } = await sql<{ token: number }>`insert into account_write_runs as r (account_id)
      select id from source_accounts where id = ${accountId}
      on conflict (account_id) do update set run_token = r.run_token + 1 returning run_token as token`.execute(db);
    return rows[0]?.token;
  },
  async read(db, lock) {
    if (lock !== 'none') await sql`select from source_accounts where id = ${accountId} for no key update`.execute(db);
    const { rows } = await sql<{ token: number }>`select run_token as token from account_write_runs
      where account_id = ${accountId}`.execute(db);
    return rows[0]?.token;
  },
});

/** The first waiting change, or how long it must still wait; null if none waits. */
export async function nextWrite(tx: Executor, accountId: string): Promise<Write | { waitMs: number } | null> {
  const { rows } = await sql<Write & { wait_ms: number }>`select ${columns},
      greatest(0, extract(epoch from next_try_at - clock_timestamp()) * 1000)::float8 as wait_ms
    from account_writes where account_id = ${accountId} and state = 'waiting' order by number limit 1`.execute(tx);
  const [row] = rows;
  if (!row) return null;
  return row.wait_ms > 0 ? { waitMs: row.wait_ms } : row;
}

/** From here on, the source may know of it. */
export async function beginWrite(tx: Executor, id: string): Promise<void> {
  await sql`update account_writes set begun_at = coalesce(begun_at, now()), attempts = attempts + 1, stamp = ${newStamp}
    where id = ${id}`.execute(tx);
}

export async function postponeWrite(tx: Executor, id: string, ms: number): Promise<void> {
  await sql`update account_writes set next_try_at = now() + make_interval(secs => ${ms / 1000}) where id = ${id}`.execute(
    tx,
  );
}

export async function endWrite(
  tx: Executor,
  id: string,
  state: 'done' | 'refused',
  message: string | null = null,
): Promise<void> {
  await sql`update account_writes set state = ${state}, message = ${message}, ended_at = now(), stamp = ${newStamp}
    where id = ${id}`.execute(tx);
  // The end of an upload changes how the document is shown, even if nothing else changes.
  await touchViewsOf(tx, sql`select document_id from account_writes where id = ${id} and kind = 'upload'`);
  if (message)
    await sql`select pg_notify('sheaf_write', organization_id || ' ' || user_id || ' ' || id)
      from account_writes where id = ${id} and user_id is not null`.execute(tx);
}

/** Later changes requested for the same document. */
export async function laterWrites(tx: Executor, { id, document_id, number }: Write): Promise<Write[]> {
  const { rows } = await sql<Write>`select ${columns} from account_writes
    where document_id = ${document_id} and state = 'waiting' and number > ${number} and id <> ${id}
      and account_id = (select account_id from account_writes where id = ${id}) order by number`.execute(tx);
  return rows;
}

/** Called when the document is no longer in the account: later changes there are dropped. */
export async function dropLaterWrites(tx: Executor, write: Write): Promise<void> {
  await sql`update account_writes set state = 'undone', ended_at = now(), stamp = ${newStamp}
    where id = any(${(await laterWrites(tx, write)).map(({ id }) => id)}::uuid[])`.execute(tx);
}

/** SQL: a deletion that the source doesn't know of yet. */
const unbegunTrash = (
  accountId: string,
  documentIds: readonly string[],
) => sql`account_id = ${accountId} and document_id = any(${[...documentIds]}::uuid[]) and kind = 'trash'
  and state = 'waiting' and begun_at is null`;

/** Those of these documents whose deletion can still be undone. */
export async function findUndoable(tx: Executor, accountId: string, documentIds: readonly string[]) {
  const { rows } = await sql<{ document_id: string }>`select document_id from account_writes
    where ${unbegunTrash(accountId, documentIds)}`.execute(tx);
  return new Set(rows.map(({ document_id }) => document_id));
}

/** Undoes deletions that the source doesn't know of yet; returns the documents. */
export async function undoTrash(tx: Executor, accountId: string, documentIds: readonly string[]) {
  const { rows } = await sql<{ document_id: string }>`update account_writes
    set state = 'undone', ended_at = now(), stamp = ${newStamp} where ${unbegunTrash(accountId, documentIds)}
    returning document_id`.execute(tx);
  return new Set(rows.map(({ document_id }) => document_id));
}

/** Sent to open event streams when an app refused a change. */
export async function describeWrite({ db }: Services, id: string): Promise<ServerEvent | null> {
  const { rows } = await sql<{ message: string }>`select message from account_writes
    where id = ${id} and message is not null`.execute(db);
  return rows[0] ? { type: 'refused', message: rows[0].message } : null;
}
