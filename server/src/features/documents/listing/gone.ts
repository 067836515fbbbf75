import type { RemoteId } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';

interface Listed {
  id: string;
  listing: number;
}

/** Confirms that these folders and everything stored below them still exist. */
export async function confirmSubtrees(tx: Executor, state: Listed, folders: readonly RemoteId[]): Promise<void> {
  if (folders.length === 0) return;
  await sql`with recursive below as (
      select id, remote_id from documents where account_id = ${state.id} and remote_id = any(${[...folders]})
      union
      select d.id, d.remote_id from documents d join below b on d.account_id = ${state.id} and d.parent_remote_id = b.remote_id
    ), back as (
      update documents d set gone_at = null from below where d.id = below.id and d.gone_at is not null
    )
    insert into listing_unchanged (account_id, document_ids) select ${state.id}, array_agg(id) from below having count(*) > 0`.execute(
    tx,
  );
}

/**
 * Marks these and everything below them as gone from the source, even if an interrupted listing has added a folder's
 * contents but not the folder. They are deleted at the end of the run, unless the deletion brake holds.
 */
export async function markGone(tx: Executor, state: Listed, ids: readonly RemoteId[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with recursive below as (
      select unnest(${[...ids]}::text[]) as remote_id
      union
      select d.remote_id from documents d join below b on d.account_id = ${state.id} and d.parent_remote_id = b.remote_id
    )
    update documents d set gone_at = coalesce(gone_at, now()) from below
    where d.account_id = ${state.id} and d.remote_id = below.remote_id and not d.kept and d.deleted_at is null`.execute(
    tx,
  );
}

/** Like `markGone` by path, for sources that report no ids. Everything below `/a` is between `/a/` and `/a0`. */
export async function markGoneAt(tx: Executor, state: Listed, paths: readonly string[]): Promise<void> {
  await sql`update documents d set gone_at = coalesce(gone_at, now()) from unnest(${[...paths]}::text[]) as path
    where d.account_id = ${state.id} and not d.kept and d.deleted_at is null
      and (d.remote_path = path or (d.remote_path ~>=~ (path || '/') and d.remote_path ~<~ (path || '0')))`.execute(tx);
}

/**
 * After a complete listing, marks as gone what it neither wrote nor found unchanged. What could not be read was
 * confirmed before.
 */
export async function markUnseen(tx: Executor, state: Listed): Promise<void> {
  // A set operation, since the planner can't know how many were unchanged, and would compare pair by pair.
  await sql`update documents set gone_at = now() where id in (
      select id from documents where account_id = ${state.id} and listing < ${state.listing} and not kept and gone_at is null and deleted_at is null
      except
      select unnest(document_ids) from listing_unchanged where account_id = ${state.id})`.execute(tx);
  await deleteUnchanged(tx, state.id);
}

const unseenPerPage = 1000;

/**
 * Returns ids that the listing in progress has neither written nor found unchanged so far, in order, after the given
 * one. With chosen folders, only those last known to be in them.
 */
export async function findUnseen(
  db: Executor,
  state: Listed,
  roots: readonly RemoteId[] | null,
  after: RemoteId | null,
): Promise<RemoteId[]> {
  const inside = sql`with recursive inside as (
      select id, remote_id from documents where account_id = ${state.id} and remote_id = any(${[...(roots ?? [])]})
      union
      select d.id, d.remote_id from documents d join inside i on d.account_id = ${state.id} and d.parent_remote_id = i.remote_id)`;
  const { rows } = await sql<{ remote_id: RemoteId }>`${roots === null ? sql`` : inside}
    select remote_id from documents where id in (
      select id from documents where account_id = ${state.id} and listing < ${state.listing} and not kept and gone_at is null and deleted_at is null
        and remote_id collate "C" > ${after ?? ''} ${roots === null ? sql`` : sql`intersect select id from inside`}
      except
      select unnest(document_ids) from listing_unchanged where account_id = ${state.id})
    order by remote_id collate "C" limit ${unseenPerPage}`.execute(db);
  return rows.map((row) => row.remote_id);
}

/** Returns ids stored below a folder, in order, after the given one. */
export async function findBelow(
  db: Executor,
  accountId: string,
  folder: RemoteId,
  after: RemoteId | null,
): Promise<RemoteId[]> {
  const { rows } = await sql<{ remote_id: RemoteId }>`with recursive below as (
      select remote_id from documents where account_id = ${accountId} and parent_remote_id = ${folder}
      union
      select d.remote_id from documents d join below b on d.account_id = ${accountId} and d.parent_remote_id = b.remote_id)
    select remote_id from documents where account_id = ${accountId} and remote_id in (select remote_id from below)
      and not kept and gone_at is null and deleted_at is null and remote_id collate "C" > ${after ?? ''}
    order by remote_id collate "C" limit ${unseenPerPage}`.execute(db);
  return rows.map((row) => row.remote_id);
}

/** Called before a listing starts and after it has ended. */
export async function deleteUnchanged(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from listing_unchanged where account_id = ${accountId}`.execute(tx);
}

/** Deletes what is gone. Remaining children of a deleted folder lose their parent. */
export async function deleteGone(tx: Executor, accountId: string): Promise<void> {
  await sql`with removed as (
      delete from documents where account_id = ${accountId} and gone_at is not null returning remote_id)
    update documents d set parent_id = null from removed
    where d.account_id = ${accountId} and d.parent_remote_id = removed.remote_id and d.gone_at is null`.execute(tx);
}

/** Keeps the copies although the source no longer has them. */
export async function keepGone(tx: Executor, accountId: string): Promise<void> {
  await sql`update documents set kept = true, gone_at = null where account_id = ${accountId} and gone_at is not null`.execute(
    tx,
  );
}
