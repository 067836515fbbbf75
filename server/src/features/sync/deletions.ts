import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { deleteGone } from '../documents/index.ts';
import { type SyncState, saveState } from '../sources/index.ts';
import { dropFailuresOfGone } from './failures.ts';

/** Fewer deletions never need a question. */
const fewest = 50;

/**
 * Removes deleted files, unless they are more than half of the account's files and at least fifty: then nothing is
 * removed and the person is asked. When the person reduced the choice of folders, no second question is needed.
 */
export async function removeGone(tx: Executor, state: SyncState): Promise<{ held: number }> {
  const { rows } = await sql<{ some: boolean; gone: number; total: number; chosen: boolean }>`
    select coalesce(bool_or(gone_at is not null), false) as some,
      count(*) filter (where gone_at is not null and kind <> 'folder') as gone,
      count(*) filter (where kind <> 'folder') as total,
      (select choice_changed from source_accounts where id = ${state.id}) as chosen
    from documents where account_id = ${state.id} and not kept and deleted_at is null`.execute(tx);
  const { some, gone, total, chosen } = rows[0]!;
  const held = !chosen && gone >= fewest && gone > total / 2 ? gone : 0;
  if (!held && some) await deleteForGood(tx, state.id);
  await saveState(tx, state.id, { held_deletions: held, choice_changed: false });
  return { held };
}

export async function deleteForGood(tx: Executor, accountId: string): Promise<void> {
  await deleteGone(tx, accountId);
  await dropFailuresOfGone(tx, accountId);
}
