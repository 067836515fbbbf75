import { ConfigError, readConfig } from './config.ts';
import { connectDatabase } from './db/connect.ts';
import { EmbeddedPostgresError } from './db/embedded/index.ts';
import { DatabaseError, migrate } from './db/migrate.ts';
import { openDatabase, openPool } from './db/pool.ts';
import { resealSecrets } from './features/sources/index.ts';
import { deriveKeys } from './platform/keys.ts';
import { dropPreviousSecrets, loadSecret, renewSecret, SecretError } from './platform/secret.ts';

/**
 * `npm run rotate-keys`: seals the secrets of connected apps under a new key. It can be killed and run again. A secret
 * in the data folder is replaced by a new one; a configured one was replaced by whoever set it.
 */
async function rotate(): Promise<string> {
  const config = readConfig();
  if (config.secret && config.previousSecrets.length === 0)
    throw new ConfigError('Set SHEAF_SECRET to a new value and SHEAF_PREVIOUS_SECRETS to the old one first.');
  // Before anything changes: with the embedded database this fails while Sheaf runs.
  const database = await connectDatabase(
    config,
    () => {},
    () => {},
  );
  const pool = openPool({ ...database.connection, max: 2 }, () => {});
  try {
    await migrate(pool);
    const secret = config.secret ? await loadSecret(config) : await renewSecret(config.dataDir);
    const count = await resealSecrets(openDatabase(pool), deriveKeys(secret));
    if (!config.secret) await dropPreviousSecrets(config.dataDir, secret);
    const next = config.secret ? 'SHEAF_PREVIOUS_SECRETS can be removed now.' : 'Sheaf can be started again.';
    return `Secrets sealed under the new key: ${count}. ${next}`;
  } finally {
    await pool.end();
    await database.stop();
  }
}

const expected = [ConfigError, DatabaseError, EmbeddedPostgresError, SecretError];

try {
  console.log(await rotate());
} catch (error) {
  console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exitCode = 1;
}
