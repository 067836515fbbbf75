import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from './config/files.ts';
import { type InstallationConfig, readInstallation } from './config/installation.ts';
import {
  type Archive,
  BackupError,
  checkInstallation,
  mustBeEmpty,
  mustFit,
  openArchive,
  openBaseOf,
  reportLines,
  restoreBackup,
  verifyArchive,
} from './features/backups/index.ts';
import { openInstallation } from './open-installation.ts';
import { replaceKey } from './platform/secrets/installation-key.ts';
import { deriveKeys, type Keys } from './platform/secrets/keys.ts';
import { findSecret } from './platform/secrets/secret.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage: npm run restore -- FILE [--base OLDER], into an empty installation.';
const say = (line: string) => console.log(line);

/**
 * `npm run restore -- FILE` fills an empty installation from a backup. Nothing is written before all of it is verified.
 */
await runCommand(async () => {
  const { file, base: given } = readArguments();
  const config = readInstallation();
  const { passphrase } = config.backups;
  const archive = await openArchive(file, passphrase);
  let base: Archive | null = null;
  try {
    const keys = await ownKeys(config);
    await mustFit(archive.header, keys);
    if (await mayHoldData(config)) await withInstallation(config, ({ pool }) => mustBeEmpty(pool));
    base = await openBaseOf(archive, passphrase, given);
    say(`Verifying the backup of ${archive.header.createdAt}…`);
    await verifyArchive(archive, base);
    await withInstallation(config, async (installation) => {
      const { pool } = installation;
      await mustBeEmpty(pool);
      const target = { pool, blobs: await installation.openBlobs() };
      await target.blobs.ready();
      await restoreBackup(target, archive, base, say);
      await replaceKey(pool, keys);
      say('Checking what was restored…');
      const report = await checkInstallation(target);
      for (const line of reportLines(report)) say(line);
      if (!report.clean) process.exitCode = 2;
    });
  } finally {
    await archive.close();
    await base?.close();
  }
});

/** The backup does not contain the key, so that a stolen backup is useless without it. */
async function ownKeys(config: InstallationConfig): Promise<Keys> {
  const secret = await findSecret(config);
  if (!secret)
    throw new BackupError(
      `The key of the backup is needed: set SHEAF_SECRET to it, or put the file “secret” of then into ${config.dataDir}.`,
    );
  return deriveKeys(secret);
}

async function withInstallation(
  config: InstallationConfig,
  work: (installation: Awaited<ReturnType<typeof openInstallation>>) => Promise<void>,
): Promise<void> {
  const installation = await openInstallation(config, 'sheaf restore', { alone: true });
  try {
    await work(installation);
  } finally {
    await installation.close();
  }
}

/** Otherwise connecting would create a database, and nothing may be written yet. */
async function mayHoldData({ databaseUrl, dataDir }: InstallationConfig): Promise<boolean> {
  return databaseUrl !== undefined || (await stat(join(dataDir, 'postgres')).catch(() => null)) !== null;
}

function readArguments(): { file: string; base: string | undefined } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { base: { type: 'string' } } });
    if (positionals.length === 1) return { file: positionals[0]!, base: values.base };
  } catch {}
  throw new ConfigError(usage);
}
