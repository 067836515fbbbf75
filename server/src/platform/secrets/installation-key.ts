import type { Pool } from '../../db/pool.ts';
import { deriveKeys, type Keys, type Secret } from './keys.ts';
import { type Configured, findSecret, loadSecret, SecretError } from './secret.ts';

const wayOut =
  'If it is lost for good, run npm run rotate-keys -- --lost: connected accounts then have to be reconnected.';

/**
 * The secret that belongs to this database; a new database gets a new one if none is configured. A wrong or missing
 * secret is refused before anything changes: sealed secrets could not be read, and new ones would be sealed under
 * another key.
 */
export async function fittingSecret(pool: Pool, configured: Configured): Promise<Secret> {
  const recorded = await readKeyId(pool);
  if (!recorded) return loadSecret(configured);
  const secret = await findSecret(configured);
  if (!secret)
    throw new SecretError(
      `The key of this installation is missing: set SHEAF_SECRET, or put the file “secret” back into ${configured.dataDir}. ${wayOut}`,
    );
  if (deriveKeys(secret).knownIds.some((id) => id.equals(recorded))) return secret;
  const where = configured.secret ? 'SHEAF_SECRET' : `The file “secret” in ${configured.dataDir}`;
  throw new SecretError(
    `${where} isn’t the key that this database was made with, so nothing was started. Restore it, or add it to SHEAF_PREVIOUS_SECRETS. ${wayOut}`,
  );
}

/** Null if the database is new, or older than this check. */
async function readKeyId(pool: Pool): Promise<Buffer | null> {
  const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('installation_key') is not null as found`);
  if (!rows[0]!.found) return null;
  const { rows: known } = await pool.query<{ key_id: Buffer }>('select key_id from installation_key');
  return known[0]?.key_id ?? null;
}

/** Called at the first start. */
export async function recordKey(pool: Pool, { knownIds }: Keys): Promise<void> {
  await pool.query('insert into installation_key (key_id) values ($1) on conflict do nothing', [knownIds[0]]);
}

/** Called when nothing is sealed under another key any more. */
export async function replaceKey(pool: Pool, { knownIds }: Keys): Promise<void> {
  await pool.query(
    'insert into installation_key (key_id) values ($1) on conflict (is_only) do update set key_id = excluded.key_id',
    [knownIds[0]],
  );
}
