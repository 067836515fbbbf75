import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkTableWriters } from './import-rules/table-writers.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'sheaf-tables-'));
  await write('server/src/db/schema.gen.ts', 'export interface DB {\n  users: Users;\n}\n');
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true });
  await writeFile(path.join(root, file), text);
}

it('lets each table have one writer, whoever reads it', async () => {
  await write(
    'server/src/features/auth/auth.ts',
    'sql`insert into users (id) values (1)`; sql`update users set id = 2`',
  );
  await write('server/src/features/user/user.ts', 'sql`select * from users`; sql`delete from elsewhere`');
  await write('server/src/features/user/user.test.ts', 'sql`delete from users`');
  expect(checkTableWriters(root)).toEqual([]);
});

it.each([
  ['in SQL', 'sql`delete from users`'],
  ['with the query builder', "db.updateTable('users')"],
  ['in words of many cases', 'sql`INSERT\n  INTO users`'],
])('names a second writer %s', async (_, text) => {
  await write('server/src/features/auth/auth.ts', 'sql`insert into users (id) values (1)`');
  await write('server/src/http/viewer.ts', text);
  expect(checkTableWriters(root)).toEqual([expect.stringMatching(/^users ← .*auth[.]ts, .*viewer[.]ts/)]);
});

it('counts the writes of a function as those of the feature after which its file is named', async () => {
  await write('server/src/features/auth/auth.ts', 'sql`insert into users (id) values (1)`');
  await write(
    'server/src/db/functions/auth.sql',
    '-- Here others update users.\nbegin\n  update users set id = 1;\nend',
  );
  expect(checkTableWriters(root)).toEqual([]);
  await write('server/src/features/groups/groups.ts', 'sql`select 1`');
  await write('server/src/db/functions/groups.sql', 'begin\n  update users set id = 1;\nend');
  expect(checkTableWriters(root)).toEqual([expect.stringMatching(/^users ← .*auth[.]sql, .*groups[.]sql/)]);
});

it('reports functions of no feature, functions in migrations, and tables without a writer', async () => {
  await write('server/src/db/schema.gen.ts', 'export interface DB {\n  labels: Labels;\n  users: Users;\n}\n');
  await write('server/src/db/functions/elsewhere.sql', 'begin\n  update users set id = 1;\nend');
  await write('server/src/db/migrations/0001_users.sql', 'create or replace function write_users() …');
  expect(checkTableWriters(root)).toEqual([
    expect.stringMatching(/^server.src.db.functions.elsewhere[.]sql\n.*named after the feature/),
    expect.stringMatching(/^server.src.db.migrations.0001_users[.]sql\n.*not in migrations/),
    expect.stringMatching(/^labels\n.*no statement that writes/),
  ]);
});

it('reports statements whose table it cannot see, and a tree in which it sees none', async () => {
  expect(checkTableWriters(root)).toEqual([expect.stringContaining('nothing to check')]);
  await write(
    'server/src/features/auth/auth.ts',
    ['sql`insert into users`; sql`update ', 'table} set id = 1`'].join('${'),
  );
  expect(checkTableWriters(root)).toEqual([expect.stringContaining('only at run time')]);
});
