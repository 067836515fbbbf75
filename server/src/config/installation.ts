import { resolve } from 'node:path';
import { ConfigError, readSettings, type ValuesOf } from './files.ts';
import { ownVariables } from './variables.ts';

/** Where an installation has its data, and the secrets that open it. */
export type InstallationConfig = ReturnType<typeof installationOf>;

const names = [
  'PORT',
  'SHEAF_PUBLIC_URL',
  'SHEAF_DATA_DIR',
  'SHEAF_ROLE',
  'SHEAF_SECRET',
  'SHEAF_PREVIOUS_SECRETS',
  'DATABASE_URL',
  'DATABASE_POOLER',
  'DATABASE_DIRECT_URL',
  'BLOB_STORE',
  'BACKUP_DIR',
  'BACKUP_EVERY',
  'BACKUP_KEEP',
  'BACKUP_PASSPHRASE',
] as const;
type Variables = Pick<typeof ownVariables, (typeof names)[number]>;

/** For programs beside the server that need no apps, models or mail, and should not wait for them to load. */
export const readInstallation = (env: NodeJS.ProcessEnv = process.env): InstallationConfig =>
  installationOf(
    readSettings(Object.fromEntries(names.map((name) => [name, ownVariables[name]])) as unknown as Variables, env),
  );

export function installationOf(v: ValuesOf<Variables>) {
  const isAlone = v.SHEAF_ROLE === 'all' || v.SHEAF_ROLE === 'sandbox';
  if (!isAlone && !v.DATABASE_URL) {
    throw new ConfigError(
      `SHEAF_ROLE=${v.SHEAF_ROLE} needs DATABASE_URL: the embedded database serves one process only.`,
    );
  }
  if (!isAlone && !v.SHEAF_SECRET) {
    throw new ConfigError(`SHEAF_ROLE=${v.SHEAF_ROLE} needs SHEAF_SECRET: all processes must share it.`);
  }
  if (v.DATABASE_POOLER === 'transaction' && !(v.DATABASE_URL && v.DATABASE_DIRECT_URL))
    throw new ConfigError(
      'DATABASE_POOLER=transaction needs DATABASE_URL, the address of the pooler, and DATABASE_DIRECT_URL, that of the database.',
    );
  if (v.DATABASE_POOLER === 'none' && v.DATABASE_DIRECT_URL)
    throw new ConfigError(
      'DATABASE_DIRECT_URL needs DATABASE_POOLER=transaction: without a pooler DATABASE_URL is direct.',
    );
  if (v.SHEAF_PREVIOUS_SECRETS.length > 0 && !v.SHEAF_SECRET)
    throw new ConfigError('SHEAF_PREVIOUS_SECRETS needs SHEAF_SECRET: the value they were replaced by.');
  const dataDir = resolve(v.SHEAF_DATA_DIR);
  return {
    publicUrl: v.SHEAF_PUBLIC_URL ?? `http://localhost:${v.PORT}`,
    dataDir,
    secret: v.SHEAF_SECRET,
    previousSecrets: v.SHEAF_PREVIOUS_SECRETS,
    databaseUrl: v.DATABASE_URL,
    /** The database itself if `databaseUrl` leads to a pooler; undefined if there is none. */
    databaseDirectUrl: v.DATABASE_DIRECT_URL,
    blobs: v.BLOB_STORE ?? { kind: 'disk' as const, dir: resolve(dataDir, 'blobs') },
    backups: {
      /** Where workers write backups; null if they make none. */
      dir: v.BACKUP_DIR ? resolve(v.BACKUP_DIR) : null,
      everySeconds: v.BACKUP_EVERY * 3600,
      keep: v.BACKUP_KEEP,
      passphrase: v.BACKUP_PASSPHRASE,
    },
  };
}
