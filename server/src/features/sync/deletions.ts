import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { dropFailuresOfGone } from './failures.ts';
import { type SyncState, saveState } from './sync-state.ts';

const fewest = 50;

/**
 * After a complete listing: what it neither wrote nor found unchanged is gone. What could not be read was confirmed as
 * it was.
 */
export async function markUnseen(tx: Executor, state: SyncState): Promise<void> {
  // A set operation: how many were unchanged the planner cannot know, and it would compare them pair by pair.
  await sql`update documents set gone_at = now() where id in (
      select id from documents where account_id = ${state.id} and listing < ${state.listing} and not kept and gone_at is null
      except
      select unnest(document_ids) from listing_unchanged where account_id = ${state.id})`.execute(tx);
  await forgetUnchanged(tx, state.id);
}

/** Before a listing begins and after it ended. */
export async function forgetUnchanged(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from listing_unchanged where account_id = ${accountId}`.execute(tx);
}

/**
 * Removes what is gone, unless that is more than half of the account's files and at least fifty: then nothing is
 * removed and the person is asked. A choice of folders that the person made smaller needs no second question.
 */
export async function removeGone(tx: Executor, state: SyncState): Promise<{ held: number }> {
  const { rows } = await sql<{ some: boolean; gone: number; total: number; chosen: boolean }>`
    select coalesce(bool_or(gone_at is not null), false) as some,
      count(*) filter (where gone_at is not null and kind <> 'folder') as gone,
      count(*) filter (where kind <> 'folder') as total,
      (select choice_changed from source_accounts where id = ${state.id}) as chosen
    from documents where account_id = ${state.id} and not kept`.execute(tx);
  const { some, gone, total, chosen } = rows[0]!;
  const held = !chosen && gone >= fewest && gone > total / 2 ? gone : 0;
  if (!held && some) await deleteGone(tx, state.id);
  await saveState(tx, state.id, { held_deletions: held, choice_changed: false });
  return { held };
}

/** What stays although its folder went has no folder any more. */
export async function deleteGone(tx: Executor, accountId: string): Promise<void> {
  await sql`with removed as (
      delete from documents where account_id = ${accountId} and gone_at is not null returning remote_id)
    update documents d set parent_id = null from removed
    where d.account_id = ${accountId} and d.parent_remote_id = removed.remote_id and d.gone_at is null`.execute(tx);
  await dropFailuresOfGone(tx, accountId);
}

/** The copies stay although the source no longer has them. */
export async function keepGone(tx: Executor, accountId: string): Promise<void> {
  await sql`update documents set kept = true, gone_at = null where account_id = ${accountId} and gone_at is not null`.execute(
    tx,
  );
}
