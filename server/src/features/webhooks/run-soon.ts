import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import { requestRun } from '../sync/index.ts';

/** News comes in bursts, and one run serves all that arrives before it begins. */
const gatherMs = 2_000;
/** The rest of a longer list has its turn with the clock. */
const most = 500;

/** A run for each of these accounts `a` that syncs; one that waits already serves. Their rows are held, so two ask once. */
export async function runSoon(db: Database, which: RawBuilder<unknown>): Promise<void> {
  const at = new Date(Date.now() + gatherMs);
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ id: string; organization_id: string }>`select a.id, a.organization_id
      from source_accounts a join organizations o on o.id = a.organization_id and o.deleted_at is null
      where a.next_sync_at is not null and a.status not in ('disconnected', 'needs_reauth') and ${which}
      order by a.id limit ${most} for update of a`.execute(tx);
    for (const account of rows) await requestRun(tx, account, [], at);
  });
}
