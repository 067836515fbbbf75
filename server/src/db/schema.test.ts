import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { atDatabase } from '../testing/global-setup.ts';
import { testApp } from '../testing/test-app.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../..');

/** A URL for tools that accept nothing else; a socket folder is passed as a parameter. */
function urlOf(name: string): string {
  const connection = atDatabase(inject('postgres'), name);
  if (connection.connectionString) return connection.connectionString;
  const { user, host, port, database } = connection;
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`;
}

/** The database doesn't say which columns of a view are never null. */
const notNull = {
  'memberships.organization_id': 'string',
  'memberships.user_id': 'string',
  'memberships.role': 'string',
  'memberships.joined_at': 'Generated<Timestamp>',
  'memberships.name_key': 'Generated<string>',
};

it('the types in schema.gen.ts are those of the migrations', async () => {
  // Not the template, because no other test can copy it while somebody reads it.
  const app = await testApp();
  const url = urlOf(app.services.pool.options.database!);
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
  // UPDATE_SCHEMA=1 writes the file instead of checking it.
  const mode = process.env.UPDATE_SCHEMA ? [] : ['--verify'];
  const { stdout } = await run(process.execPath, [
    generate,
    ...options,
    '--type-mapping',
    '{"int8":"number"}',
    '--overrides',
    JSON.stringify({ columns: notNull }),
    '--out-file',
    file,
    ...mode,
  ]).finally(app.close);
  // It warns on stderr that it can't parse the overridden types, and uses them as they are.
  expect(stdout).not.toMatch(/not up-to-date|error/i);
});
