import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { checkStatements } from './import-rules/statements.ts';

it.each([
  ['sql<User>`select * from users`', 1],
  ['sql<User>`select u.*, 1 as one from users u`', 1],
  ["db.selectFrom('users').selectAll()", 1],
  ['sql`delete from users returning *`', 1],
  ['sql<User>`select id, name from users`', 0],
  ['sql<User>`select id from (select * from users) u`', 0],
  ['sql<User>`select count(*) from users`', 0],
  ['sql<User>`select * from (select id from users) u`', 0],
])('%s', async (text, problems) => {
  const root = await mkdtemp(path.join(os.tmpdir(), 'sheaf-columns-'));
  await mkdir(path.join(root, 'server/src'), { recursive: true });
  await writeFile(path.join(root, 'server/src/users.ts'), text);
  expect(checkStatements(root)).toHaveLength(problems);
  await rm(root, { recursive: true });
});
