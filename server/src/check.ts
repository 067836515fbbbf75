import { parseArgs } from 'node:util';
import { ConfigError } from './config/files.ts';
import { readInstallation } from './config/installation.ts';
import { BackupError, checkInstallation, reportLines } from './features/backups/index.ts';
import { openInstallation } from './open-installation.ts';
import { runCommand } from './run-command.ts';

const usage = 'Usage: npm run check [-- --quick], which compares sizes only and reads no contents.';

/** `npm run check` checks that everything the database refers to exists and is right. Exits with 1 if not. */
await runCommand(async () => {
  const { quick } = readArguments();
  const installation = await openInstallation(readInstallation(), 'sheaf check', { alone: false });
  try {
    const { pool } = installation;
    const { rows } = await pool.query<{ found: boolean }>(`select to_regclass('documents') is not null as found`);
    if (!rows[0]!.found) throw new BackupError('There is nothing to check: Sheaf was never started on this database.');
    const report = await checkInstallation({ pool, blobs: await installation.openBlobs() }, { quick });
    for (const line of reportLines(report)) console.log(line);
    if (!report.clean) process.exitCode = 1;
  } finally {
    await installation.close();
  }
});

function readArguments(): { quick: boolean } {
  try {
    const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
    return values;
  } catch {
    throw new ConfigError(usage);
  }
}
