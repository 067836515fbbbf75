import type { RemoteId } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';

interface Listed {
  id: string;
  listing: number;
}

/** Everything stored below these folders, and they themselves, still stands. */
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
 * The source no longer has these, nor anything below them, also where a listing that was cut off has brought what was in a
 * folder and not the folder. Removed at the end of the run, unless the brake holds.
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

/** The same by path, of sources that report no ids. Everything below `/a` lies between `/a/` and `/a0`. */
export async function markGoneAt(tx: Executor, state: Listed, paths: readonly string[]): Promise<void> {
  await sql`update documents d set gone_at = coalesce(gone_at, now()) from unnest(${[...paths]}::text[]) as path
    where d.account_id = ${state.id} and not d.kept and d.deleted_at is null
      and (d.remote_path = path or (d.remote_path ~>=~ (path || '/') and d.remote_path ~<~ (path || '0')))`.execute(tx);
}

/**
 * After a complete listing: what it neither wrote nor found unchanged is gone. What could not be read was confirmed as
 * it was.
 */
export async function markUnseen(tx: Executor, state: Listed): Promise<void> {
  // A set operation: how many were unchanged the planner cannot know, and it would compare them pair by pair.
  await sql`update documents set gone_at = now() where id in (
      select id from documents where account_id = ${state.id} and listing < ${state.listing} and not kept and gone_at is null and deleted_at is null
      except
      select unnest(document_ids) from listing_unchanged where account_id = ${state.id})`.execute(tx);
  await deleteUnchanged(tx, state.id);
}

const unseenPerPage = 1000;

/**
 * What the listing under way has neither written nor found unchanged so far, in the order of ids after the given one;
 * with chosen folders, what was last known to be in them.
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

/** What is stored below a folder, in order, after the given one. */
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

/** Before a listing begins and after it ended. */
export async function deleteUnchanged(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from listing_unchanged where account_id = ${accountId}`.execute(tx);
}

/** What stays although its folder went has no folder any more. */
export async function deleteGone(tx: Executor, accountId: string): Promise<void> {
  await sql`with removed as (
      delete from documents where account_id = ${accountId} and gone_at is not null returning remote_id)
    update documents d set parent_id = null from removed
    where d.account_id = ${accountId} and d.parent_remote_id = removed.remote_id and d.gone_at is null`.execute(tx);
}

/** The copies stay although the source no longer has them. */
export async function keepGone(tx: Executor, accountId: string): Promise<void> {
  await sql`update documents set kept = true, gone_at = null where account_id = ${accountId} and gone_at is not null`.execute(
    tx,
  );
}
