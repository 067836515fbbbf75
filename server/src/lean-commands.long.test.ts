import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const run = promisify(execFile);
const reportImports = `import { registerHooks } from 'node:module';
registerHooks({ resolve: (name, context, next) => { const found = next(name, context); console.log(found.url); return found; } });`;
/** Modules that take long to load or know more of Sheaf than its tables and contents. */
const heavy =
  /\/(connectors|contract|sandbox)\/src\/|\/server\/src\/(http|meaning\/index|config\/config\.ts|services|features\/(?!backups\/))|node_modules\/(kysely|zod|fastify|graphile-worker|@aws-sdk)\//;

it.each(['backup.ts', 'check.ts', 'restore.ts'])('%s loads nothing that it does not need', async (script) => {
  const args = [
    '--import',
    `data:text/javascript,${encodeURIComponent(reportImports)}`,
    join(import.meta.dirname, script),
  ];
  // Prints its usage and ends.
  const { stdout } = await run(process.execPath, [...args, '--unknown']).catch((error) => error);
  const loaded = stdout.split('\n');
  expect(loaded.filter((url: string) => url.includes('/features/backups/')).length).toBeGreaterThan(10);
  expect(loaded.filter((url: string) => heavy.test(url))).toEqual([]);
});
