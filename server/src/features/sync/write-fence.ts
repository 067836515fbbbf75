import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

/** People change things here while the list is read: what was read may be older than what they did. */
export class ListOutdated extends Error {
  override name = 'ListOutdated';
}

/**
 * What a list says is written only if nothing has happened to any change of a person (features/writes) since the list was
 * asked for, and none waits to be made at the source. Else the list is read again, from its last page on.
 */
export interface Fence {
  /** Only under the lock of the account's row. */
  check(tx: Executor): Promise<void>;
}

/** Before a list is asked for. */
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
