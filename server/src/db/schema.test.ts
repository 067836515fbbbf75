import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { atDatabase } from '../testing/global-setup.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** A URL for tools that take nothing else; a socket folder travels as a parameter. */
function urlOf(): string {
  const connection = atDatabase(inject('postgres'), 'sheaf_template');
  if (connection.connectionString) return connection.connectionString;
  const { user, host, port, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`;
}

it('the types in schema.gen.ts are those of the migrations', async () => {
  const url = urlOf();
  const generate = join(root, 'node_modules/.bin/kysely-codegen');
  const options = [
    '--dialect',
    'postgres',
    '--url',
    url,
    '--default-schema',
    'public',
    '--exclude-pattern',
    'graphile_worker.*',
  ];
  const file = join(import.meta.dirname, 'schema.gen.ts');
  // UPDATE_SCHEMA=1 writes the file anew instead of checking it.
  const mode = process.env.UPDATE_SCHEMA ? [] : ['--verify'];
  const { stdout, stderr } = await run(process.execPath, [
    generate,
    ...options,
    '--type-mapping',
    '{"int8":"number"}',
    '--out-file',
    file,
    ...mode,
  ]);
  expect(`${stdout}${stderr}`).not.toMatch(/not up-to-date|error/i);
});
