import { parseArgs } from 'node:util';
import { ConfigError } from './config/files.ts';
import { readInstallation } from './config/installation.ts';
import { BackupError, makeBackup } from './features/backups/index.ts';
import { openInstallation } from './open-installation.ts';
import { fittingSecret } from './platform/secrets/installation-key.ts';
import { deriveKeys } from './platform/secrets/keys.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage: npm run backup -- FILE [--base OLDER], with BACKUP_PASSPHRASE set to encrypt it.';

/** `npm run backup -- FILE` writes the whole installation to one file while it runs. */
await runCommand(async (signal) => {
  const { file, base } = readArguments();
  const config = readInstallation();
  const installation = await openInstallation(config, 'sheaf backup', { alone: false });
  try {
    const { rows } = await installation.pool.query<{ found: boolean }>(
      `select to_regclass('backups') is not null as found`,
    );
    if (!rows[0]!.found)
      throw new BackupError('There is nothing to back up: this version of Sheaf was never started on this database.');
    const keys = deriveKeys(await fittingSecret(installation.pool, config));
    const services = { ...installation, keys, blobs: await installation.openBlobs() };
    const made = await makeBackup(services, { file, base, passphrase: config.backups.passphrase, signal });
    const { rows: rowCount, contents, bytes, inBase, missing } = made!.totals;
    const others = base ? ` ${number(inBase)} more are in ${base}, which a restore needs too.` : '';
    console.log(
      `${file} is complete: ${number(rowCount)} rows, ${number(contents)} contents with ${number(bytes)} bytes.${others}`,
    );
    if (missing > 0) {
      console.error(
        `${number(missing)} contents are missing or damaged in the store, so they aren’t in the backup: run npm run check.`,
      );
      process.exitCode = 2;
    }
  } finally {
    await installation.close();
  }
});

function number(value: number): string {
  return value.toLocaleString('en');
}

function readArguments(): { file: string; base: string | undefined } {
  try {
    const { positionals, values } = parseArgs({ allowPositionals: true, options: { base: { type: 'string' } } });
    if (positionals.length === 1) return { file: positionals[0]!, base: values.base };
  } catch {}
  throw new ConfigError(usage);
}
