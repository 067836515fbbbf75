import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** People changed things here while the list was read, so the list may be older than their changes. */
export class ListOutdated extends Error {
  override name = 'ListOutdated';
}

/**
 * A list is written only if no change made here (features/writes) was recorded or completed since the list was
 * requested, and none waits to be made at the source. Otherwise the list is read again from its last page.
 */
export interface Fence {
  /** Requires the lock of the account's row. */
  check(tx: Executor): Promise<void>;
}

/** Must be called before a list is requested. */
export async function openFence(db: Executor, accountId: string): Promise<Fence> {
  const { stamp, waits } = await readWrites(db, accountId);
  if (waits) throw new ListOutdated();
  return {
    async check(tx) {
      const now = await readWrites(tx, accountId);
      if (now.waits || now.stamp !== stamp) throw new ListOutdated();
    },
  };
}

async function readWrites(db: Executor, accountId: string): Promise<{ stamp: number | null; waits: boolean }> {
  const { rows } = await sql<{ stamp: number | null; waits: boolean }>`select
    (select stamp from account_writes where account_id = ${accountId} order by stamp desc limit 1) as stamp,
    exists (select 1 from account_writes where account_id = ${accountId} and state = 'waiting' and holds_listing) as waits`.execute(
    db,
  );
  return rows[0]!;
}
