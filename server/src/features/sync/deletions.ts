import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { dropFailuresOfGone } from './failures.ts';
import { type SyncState, saveState } from './sync-state.ts';

const fewest = 50;

/** After a complete listing: what it did not see is gone. What could not be read was confirmed as it was. */
export async function markUnseen(tx: Executor, state: SyncState): Promise<void> {
  await sql`update documents d set gone_at = coalesce(gone_at, now())
    where account_id = ${state.id} and listing < ${state.listing} and not kept`.execute(tx);
}

/**
 * Removes what is gone, unless that is more than half of the account and at least fifty documents: then nothing is
 * removed and the person is asked. A choice that was made smaller by the person (`asked`) needs no second question.
 */
export async function removeGone(tx: Executor, state: SyncState, asked: boolean): Promise<{ held: number }> {
  const { rows } = await sql<{
    gone: number;
    total: number;
  }>`select count(*) filter (where gone_at is not null) as gone, count(*) as total
    from documents where account_id = ${state.id} and not kept`.execute(tx);
  const { gone, total } = rows[0]!;
  const held = !asked && gone >= fewest && gone > total / 2 ? gone : 0;
  if (!held && gone > 0) await deleteGone(tx, state.id);
  await saveState(tx, state.id, { held_deletions: held });
  return { held };
}

export async function deleteGone(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from documents where account_id = ${accountId} and gone_at is not null`.execute(tx);
  await dropFailuresOfGone(tx, accountId);
}

/** The copies stay although the source no longer has them. */
export async function keepGone(tx: Executor, accountId: string): Promise<void> {
  await sql`update documents set kept = true, gone_at = null where account_id = ${accountId} and gone_at is not null`.execute(
    tx,
  );
}
