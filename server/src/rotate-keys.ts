import { type Config, ConfigError, readConfig } from './config/config.ts';
import { connectDatabase } from './db/connect.ts';
import { openDatabase } from './db/database.ts';
import { EmbeddedPostgresError } from './db/embedded/index.ts';
import { DatabaseError, migrate } from './db/migrate.ts';
import { openPool, type Pool } from './db/pool.ts';
import { resealSecrets } from './features/sealed.ts';
import { countUnreadableApps } from './features/second-factors/index.ts';
import { countUnreadableAccounts } from './features/sources/index.ts';
import { fittingSecret, replaceKey } from './platform/secrets/installation-key.ts';
import { deriveKeys } from './platform/secrets/keys.ts';
import { dropPreviousSecrets, loadSecret, renewSecret, SecretError } from './platform/secrets/secret.ts';

/**
 * `npm run rotate-keys` seals the secrets of connected apps under a new key. It can be killed and run again. A secret
 * in the data folder is replaced by a new one; a configured one must have been replaced in the configuration. With
 * `--lost`, the current key takes the place of one that is lost for good: what was sealed under the lost key stays
 * unreadable.
 */
async function rotate(): Promise<string> {
  const config = readConfig();
  const isLost = process.argv.includes('--lost');
  if (!isLost && config.secret && config.previousSecrets.length === 0)
    throw new ConfigError('Set SHEAF_SECRET to a new value and SHEAF_PREVIOUS_SECRETS to the old one first.');
  // Before anything changes: with the embedded database this fails while Sheaf runs.
  const database = await connectDatabase(
    config,
    () => {},
    () => {},
  );
  const pool = openPool({ ...database.connection, max: 2 }, () => {});
  try {
    if (isLost) return await acceptKey(pool, config);
    await fittingSecret(pool, config);
    await migrate(pool);
    const secret = config.secret ? await loadSecret(config) : await renewSecret(config.dataDir);
    const count = await resealSecrets(openDatabase(pool), deriveKeys(secret));
    await replaceKey(pool, deriveKeys(secret));
    if (!config.secret) await dropPreviousSecrets(config.dataDir, secret);
    const next = config.secret ? 'SHEAF_PREVIOUS_SECRETS can be removed now.' : 'Sheaf can be started again.';
    return `Secrets sealed under the new key: ${count}. ${next}`;
  } finally {
    await pool.end();
    await database.stop();
  }
}

async function acceptKey(pool: Pool, config: Config): Promise<string> {
  await migrate(pool);
  const keys = deriveKeys(await loadSecret(config));
  await replaceKey(pool, keys);
  const db = openDatabase(pool);
  const accounts = await countUnreadableAccounts(db, keys);
  const apps = await countUnreadableApps(db, keys);
  return [
    'Sheaf starts with the present key now.',
    accounts > 0 && `Connected accounts that have to be reconnected: ${accounts}.`,
    apps > 0 &&
      `Authenticator apps that no longer work: ${apps}. These people sign in with a recovery code or a passkey, and set up two-factor authentication again; for those who have neither, run npm run reset-two-factor.`,
  ]
    .filter(Boolean)
    .join(' ');
}

const expected = [ConfigError, DatabaseError, EmbeddedPostgresError, SecretError];

try {
  console.log(await rotate());
} catch (error) {
  console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exitCode = 1;
}
