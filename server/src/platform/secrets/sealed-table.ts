import { type RawBuilder, sql } from 'kysely';
import type { Database, Executor } from '../../db/pool.ts';
import { sealedSecrets } from '../../db/sealed-secrets.ts';
import type { Keys } from './keys.ts';

/** A table of `sealedSecrets`, made by its feature so that only the feature writes it. */
export interface SealedTable {
  name: SealedName;
  /**
   * Seals again what is sealed under an earlier key; returns how many rows. Each batch is one transaction that locks
   * its rows, so a token that is being refreshed waits, and after a kill the next run continues with the rest.
   */
  reseal(db: Database, keys: Keys): Promise<number>;
}

type SealedName = (typeof sealedSecrets)[number]['table'];
type RowKey = string | number | Buffer;

const atOnce = 200;

/** `write` is the statement that replaces the secrets of a row. */
export function sealedTable(
  name: SealedName,
  write: (key: RowKey, secrets: Buffer) => RawBuilder<unknown>,
): SealedTable {
  const { key } = sealedSecrets.find(({ table }) => table === name)!;

  async function resealBatch(tx: Executor, keys: Keys): Promise<number> {
    // secrets is never null here: what is null does not begin with a key.
    const { rows } = await sql<{
      key: RowKey;
      secrets: Buffer;
    }>`select ${sql.ref(key)} as key, secrets from ${sql.table(name)}
      where substring(secrets from 1 for 8) = any(${[...keys.previousIds]}::bytea[])
      order by ${sql.ref(key)} limit ${atOnce} for update`.execute(tx);
    for (const row of rows) await write(row.key, keys.seal(keys.unseal(row.secrets))).execute(tx);
    return rows.length;
  }

  return {
    name,
    async reseal(db, keys) {
      let resealed = 0;
      for (let done = atOnce; done === atOnce; resealed += done)
        done = await db.transaction().execute((tx) => resealBatch(tx, keys));
      return resealed;
    },
  };
}

/** SQL: whether none of our keys opens the secrets of a row. */
export const isUnreadable = ({ knownIds }: Keys): RawBuilder<boolean> =>
  sql<boolean>`secrets is not null and substring(secrets from 1 for 8) <> all(${[...knownIds]}::bytea[])`;
