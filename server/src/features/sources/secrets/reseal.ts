import { sql } from 'kysely';
import type { Database } from '../../../db/pool.ts';
import type { Keys } from '../../../platform/keys.ts';

const atOnce = 200;
/** Where sealed secrets stand, and what names a row there. */
const places = [
  { table: 'source_accounts', key: 'id' },
  { table: 'source_authorizations', key: 'state_hash' },
  { table: 'grants_to_revoke', key: 'id' },
  { table: 'transfer_uploads', key: 'id' },
  { table: 'account_write_uploads', key: 'write_id' },
  { table: 'two_factor', key: 'user_id' },
  { table: 'public_links', key: 'id' },
] as const;

/** SQL: the ids of all keys under which something is sealed, as `id`. */
export const keyIdsInUse: string = places
  .map(({ table }) => `select substring(secrets from 1 for 8) as id from ${table} where secrets is not null`)
  .join(' union ');

/** What no key of ours opens: the access to accounts, and the secrets of authenticator apps. */
export async function countUnreadable(db: Database, { knownIds }: Keys): Promise<{ accounts: number; apps: number }> {
  const isUnreadable = sql`secrets is not null and substring(secrets from 1 for 8) <> all(${[...knownIds]}::bytea[])`;
  const { rows } = await sql<{ accounts: number; apps: number }>`select
      (select count(*) from source_accounts where ${isUnreadable}) as accounts,
      (select count(*) from two_factor where ${isUnreadable} and confirmed_at is not null) as apps`.execute(db);
  return rows[0]!;
}

/**
 * Seals anew whatever is sealed under an earlier key; answers how many. A batch is one transaction that holds its rows,
 * so a token that is being refreshed waits, and whoever is killed goes on with the rest.
 */
export async function resealSecrets(db: Database, keys: Keys): Promise<number> {
  let resealed = 0;
  for (const place of places) {
    for (let done = atOnce; done === atOnce; resealed += done) done = await resealBatch(db, keys, place);
  }
  return resealed;
}

function resealBatch(db: Database, keys: Keys, place: (typeof places)[number]): Promise<number> {
  const [table, key] = [sql.table(place.table), sql.ref(place.key)];
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql<{
      key: string | number | Buffer;
      secrets: Buffer;
    }>`select ${key} as key, secrets from ${table}
      where substring(secrets from 1 for 8) = any(${[...keys.previousIds]}::bytea[])
      order by ${key} limit ${atOnce} for update`.execute(tx);
    for (const row of rows) {
      const secrets = keys.seal(keys.unseal(row.secrets));
      await sql`update ${table} set secrets = ${secrets} where ${key} = ${row.key}`.execute(tx);
    }
    return rows.length;
  });
}
