import { inspect } from 'node:util';
import { ConfigError } from './config/files.ts';
import { EmbeddedPostgresError } from './db/embedded/index.ts';
import { DatabaseError } from './db/migrate.ts';
import { BackupError } from './features/backups/index.ts';
import { SecretError } from './platform/secrets/secret.ts';

const expected = [BackupError, ConfigError, DatabaseError, EmbeddedPostgresError, SecretError];

/**
 * Runs a program beside the server. Problems that a person can fix are reported in a sentence or two. The first SIGINT
 * or SIGTERM lets it clean up.
 */
export async function runCommand(command: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.once(name, () => stop.abort(new BackupError('It was interrupted.')));
  try {
    await command(stop.signal);
  } catch (error) {
    console.error(expected.some((kind) => error instanceof kind) ? (error as Error).message : inspect(error));
    process.exitCode = 1;
  }
}
