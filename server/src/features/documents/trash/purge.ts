import { limits } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { enqueue, jobType } from '../../../jobs/queue.ts';
import { onSlicedJob } from '../../../jobs/sliced.ts';
import { newId } from '../../../platform/uuid.ts';
import { addToCounts } from '../../sources/index.ts';

const atOnce = 1000;
const kept = sql`interval '${sql.raw(String(limits.trashDays))} days'`;

/** SQL: when a document `d` in the trash is deleted for good. */
export const trashedUntil: RawBuilder<Date> = sql<Date>`(d.deleted_at + ${kept})`;

/** SQL: whether a document `d` is in the trash, has not expired, and has not been chosen for deletion. */
export const isInTrash: RawBuilder<boolean> = sql<boolean>`(d.deleted_at > now() - ${kept}
  and not exists (select 1 from trash_purges x where x.account_id = d.account_id and d.deleted_at <= x.before
    and (x.document_id is null or x.document_id = d.id)))`;

/** SQL: whether a document `d` was itself deleted and not along with its folder. */
export const wasDeletedByItself: RawBuilder<boolean> = sql<boolean>`not exists (select 1 from documents folder
  where folder.id = d.parent_id and folder.deleted_at = d.deleted_at)`;

interface Account {
  organizationId: string;
  accountId: string;
}

/**
 * Deletes everything that is now in the account's trash. It disappears at once; the rows are deleted in the background.
 */
export async function purgeAccount(tx: Executor, { organizationId, accountId }: Account): Promise<void> {
  await sql`insert into trash_purges (id, organization_id, account_id, before)
    values (${newId()}, ${organizationId}, ${accountId}, now())`.execute(tx);
  await enqueuePurge(tx);
}

/** Like `purgeAccount`, for these documents and everything deleted along with them. */
export async function purgeDocuments(
  tx: Executor,
  documents: readonly (Account & { documentId: string })[],
): Promise<void> {
  const rows = documents.map(({ organizationId, accountId, documentId }) => ({
    id: newId(),
    organization_id: organizationId,
    account_id: accountId,
    document_id: documentId,
  }));
  await sql`insert into trash_purges (id, organization_id, account_id, document_id, before)
    select id, organization_id, account_id, document_id, now()
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as x (id uuid, organization_id uuid, account_id uuid, document_id uuid)`.execute(tx);
  await enqueuePurge(tx);
}

const purgeJob = jobType<object>('uploads.purge-deleted');
const enqueuePurge = (tx: Executor) => enqueue(tx, purgeJob, {}, { key: purgeJob.name });

/**
 * Hourly, and on request: deletes for good what people chose and what has expired. The bytes are deleted by the
 * sweeper. Each transaction handles a slice of one account, so that a killed process loses nothing and counts nothing
 * twice.
 */
export const purgeDeleted = onSlicedJob(
  purgeJob,
  ({ db }) => db.transaction().execute(async (tx) => (await purgeWanted(tx)) || (await purgeExpired(tx))),
  '23 * * * *',
);

interface Purge {
  id: string;
  account_id: string;
  document_id: string | null;
}

/** Deletes a slice for one request; returns whether there was one. */
async function purgeWanted(tx: Executor): Promise<boolean> {
  const { rows } = await sql<Purge>`select id, account_id, document_id from trash_purges
    order by id limit 1 for update skip locked`.execute(tx);
  const [purge] = rows;
  if (!purge) return false;
  const gone = await deleteForGood(tx, purge.account_id, purge.document_id ? below(purge) : upTo(purge));
  if (gone < atOnce) await sql`delete from trash_purges where id = ${purge.id}`.execute(tx);
  return true;
}

/** Deletes the deepest documents first, since the others are found through their folders. */
const below = ({ id, document_id }: Purge) => sql`with recursive below (id, deleted_at, depth) as (
    select d.id, d.deleted_at, 0 from documents d join trash_purges x on x.id = ${id}
    where d.id = ${document_id} and d.deleted_at <= x.before
    union all
    select d.id, d.deleted_at, below.depth + 1 from documents d join below on d.parent_id = below.id
    where d.deleted_at = below.deleted_at)
  select id from below order by depth desc limit ${atOnce}`;

const upTo = ({ id, account_id }: Purge) => sql`select d.id from source_accounts a
  join trash_purges x on x.id = ${id}
  join documents d on d.organization_id = a.organization_id and d.owner_id = a.user_id and d.account_id = a.id
    and d.deleted_at <= x.before
  where a.id = ${account_id} limit ${atOnce}`;

async function purgeExpired(tx: Executor): Promise<boolean> {
  const { rows } = await sql<{ account_id: string }>`select account_id from documents d
    where d.deleted_at <= now() - ${kept} order by d.deleted_at limit 1`.execute(tx);
  const [oldest] = rows;
  if (!oldest) return false;
  await deleteForGood(
    tx,
    oldest.account_id,
    sql`select d.id from documents d where d.deleted_at <= now() - ${kept} and d.account_id = ${oldest.account_id}
      order by d.deleted_at limit ${atOnce}`,
  );
  return true;
}

/** Locks the account, so that each document is counted once. Returns how many were deleted. */
async function deleteForGood(tx: Executor, accountId: string, chosen: RawBuilder<unknown>): Promise<number> {
  await sql`select 1 from source_accounts where id = ${accountId} for update`.execute(tx);
  const { rows } = await sql<{ documents: number; bytes: number }>`with gone as (
      delete from documents where deleted_at is not null and id in (${chosen}) returning stored_size)
    select count(*) as documents, coalesce(sum(stored_size), 0)::bigint as bytes from gone`.execute(tx);
  await addToCounts(tx, accountId, { bytes: -rows[0]!.bytes });
  return rows[0]!.documents;
}
