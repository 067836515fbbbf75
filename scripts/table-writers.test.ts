import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { checkTableWriters } from './import-rules/table-writers.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(os.tmpdir(), 'sheaf-tables-'));
  await write('server/src/db/schema.gen.ts', 'export interface DB {\n  labels: Labels;\n  users: Users;\n}\n');
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

it('names statements whose table it cannot see, and a tree in which it sees none', async () => {
  expect(checkTableWriters(root)).toEqual([expect.stringContaining('nothing to check')]);
  await write(
    'server/src/features/auth/auth.ts',
    ['sql`insert into users`; sql`update ', 'table} set id = 1`'].join('${'),
  );
  expect(checkTableWriters(root)).toEqual([expect.stringContaining('only at run time')]);
});
