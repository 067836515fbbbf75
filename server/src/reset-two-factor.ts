import { ConfigError, readConfig } from './config/config.ts';
import { connectDatabase } from './db/connect.ts';
import { openDatabase } from './db/database.ts';
import { EmbeddedPostgresError } from './db/embedded/index.ts';
import { DatabaseError, migrate } from './db/migrate.ts';
import { openPool } from './db/pool.ts';
import { resetTwoFactor } from './features/account-security/index.ts';
import { createLogger } from './platform/logger.ts';

/** `npm run reset-two-factor -- EMAIL`, for people who have lost their phone and their recovery codes. */
async function reset(): Promise<string> {
  const [email, ...more] = process.argv.slice(2);
  if (!email || more.length > 0) throw new ConfigError('Name one person: npm run reset-two-factor -- ada@example.com');
  const config = readConfig();
  // With the embedded database this fails while Sheaf runs.
  const database = await connectDatabase(
    config,
    () => {},
    () => {},
  );
  const pool = openPool({ ...database.connection, max: 2 }, () => {});
  try {
    await migrate(pool);
    const user = await resetTwoFactor(openDatabase(pool), email.trim().toLowerCase(), config.publicUrl);
    if (!user) throw new ConfigError(`Nobody has the address ${email}. Nothing was changed.`);
    createLogger('info').warn({ user: user.id }, 'two-factor authentication reset by an administrator');
    return `${email} signs in with the password alone now. Passkeys were removed, all sessions ended, and an email says so.`;
  } finally {
    await pool.end();
    await database.stop();
  }
}

const expected = [ConfigError, DatabaseError, EmbeddedPostgresError];

try {
  console.log(await reset());
} catch (error) {
  console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : error);
  process.exitCode = 1;
}
