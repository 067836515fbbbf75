import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Keys } from '../../../platform/secrets/keys.ts';
import { isUnreadable, sealedTable } from '../../../platform/secrets/sealed-table.ts';

export const sealedAccounts = sealedTable(
  'source_accounts',
  (id, secrets) => sql`update source_accounts set secrets = ${secrets} where id = ${id}`,
);

export const sealedAuthorizations = sealedTable(
  'source_authorizations',
  (hash, secrets) => sql`update source_authorizations set secrets = ${secrets} where state_hash = ${hash}`,
);

export const sealedGrants = sealedTable(
  'grants_to_revoke',
  (id, secrets) => sql`update grants_to_revoke set secrets = ${secrets} where id = ${id}`,
);

/** Accounts whose access can't be opened with any of the keys. */
export async function countUnreadableAccounts(db: Database, keys: Keys): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from source_accounts
    where ${isUnreadable(keys)}`.execute(db);
  return rows[0]!.count;
}
