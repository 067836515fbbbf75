import { sql } from 'kysely';
import type { Database } from '../../db/pool.ts';
import type { Keys } from '../../platform/secrets/keys.ts';
import { isUnreadable, sealedTable } from '../../platform/secrets/sealed-table.ts';

export const sealedApps = sealedTable(
  'two_factor',
  (userId, secrets) => sql`update two_factor set secrets = ${secrets} where user_id = ${userId}`,
);

/** Authenticator apps in use whose secret can't be opened with any of the keys. */
export async function countUnreadableApps(db: Database, keys: Keys): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from two_factor
    where ${isUnreadable(keys)} and confirmed_at is not null`.execute(db);
  return rows[0]!.count;
}
