import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { forThisFile } from '@sheaf/sandbox/testing';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../server/src/db/database.ts';
import { openPool } from '../server/src/db/pool.ts';
import { recordCatalog } from '../server/src/testing/recording/record-catalog.ts';
import { recordStatements } from '../server/src/testing/recording/record-statements.ts';
import { template } from '../server/src/testing/recording/template.ts';
import { testApp } from '../server/src/testing/test-app.ts';
import { checkSqlTypes } from './sql-types/check-sql-types.ts';
import { DRIVER_TYPES } from './sql-types/driver-types.ts';
import { readRecordings } from './sql-types/recordings.ts';

const app = await forThisFile(testApp());
// Below the root, where the compiler finds the packages.
const cache = path.join(import.meta.dirname, '../.cache');
await mkdir(cache, { recursive: true });
const folder = await mkdtemp(path.join(cache, 'sql-types-test-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
await recordCatalog(app.services.pool, folder);
const stop = recordStatements(folder);
// Only connections opened from now on are recorded.
const pool = openPool(app.services.pool.options, () => {});
const db = openDatabase(pool);
afterAll(() => pool.end());

const cases: [type: string, statement: string, problems: string[]][] = [
  ['{ id: string; email: string }', 'select id, email from users', []],
  ['Person', 'select id, name from users', []],
  ['{ id: number }', 'select id from users', ['id is uuid, so string']],
  ['{ id: Id }', 'select users.id from users', []],
  [
    '{ name: string }',
    'select name as title from users',
    ['name is not a column of the result', 'title is a column of the result, but not of the type'],
  ],
  ['{ id: string }', 'select id, created_at from users', ['created_at is a column of the result, but not of the type']],
  ['{ id: string; avatar_key?: string | null }', 'select id from users limit 1', []],
  ['{ avatar_key: string }', 'select avatar_key from users', ['avatar_key is a column that can be null']],
  ['{ avatar_key: string | null }', 'select avatar_key from users limit 1', []],
  ['{ avatar_key: string }', 'select avatar_key from users where avatar_key is not null', []],
  ['{ n: number }', 'select count(*) as n from users', []],
  ['{ n: string }', 'select count(*) as n from users limit 1', ['n is bigint, so number']],
  ['{ n: number }', 'select sum(1::bigint) as n from users', ['n is numeric, so string', 'n was null in a test']],
  ['{ day: Date; list: number[]; json: { a: 1 } }', `select now() as day, array[1] as list, '{}'::jsonb as json`, []],
  ['{ list: number[] }', 'select array[1::bigint] as list', ['list is bigint[], so string[]']],
  ['{ id: string } | { id: null }', 'select u.id from (select 1) x left join users u on true', []],
  ['{ id: string }', 'select users.id from (select 1) x left join users on true', ['id was null in a test']],
  [
    '{ shape: string }',
    `select '(1,2)'::point as shape`,
    ['shape has a type (oid 600) that driver-types.ts doesn’t list'],
  ],
];

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: it is code
const code = [
  'type Id = string & { brand: 1 };',
  'interface Person { id: string; name: string }',
  ...cases.map(([type, statement]) => `sql<${type}>\`${statement}\`.execute(db);`),
  'sql<{ id: string }>`select id from users where email = ${email}`.execute(db);',
  '// avatar_key is never null here: who has no picture is not asked for.',
  'const { rows } = await sql<{ avatar_key: string }>`select avatar_key from users offset 1`.execute(db);',
  "db.selectFrom('users').select(sql<string>`count(*)`.as('n'));",
  'sql`select 1 where ${sql<boolean>`true`}`;',
  'sql<Row>`select id from users for update`.execute(db);',
  'sql<{ id: string }>`select id from users where this never ran`.execute(db);',
  'sql<boolean>`an expression that never ran`;',
  '// Only the long suite runs this: it needs a cluster.',
  'sql<{ id: string }>`select id from users on a cluster`.execute(db);',
  "const text = 'select id, name from users where id = $1';",
  'pool.query<{ id: string }>(text, [id]);',
  'pool.query<{ day: number }>(`select now() as day limit ${1}`);',
  'function find<Row extends { id: number }>() { return sql<Row & { name: string }>`select name, id, email from users`; }',
].join('\n');
const first = 3;
const next = first + cases.length;

// biome-ignore-end lint/suspicious/noTemplateCurlyInString: it is code
it('reports types that PostgreSQL contradicts, and statements that never ran', async () => {
  for (const [, statement] of cases) await template([statement]).execute(db);
  await template(['select id from users where email = ', ''], 'ann@example.com').execute(db);
  await template(['select avatar_key from users offset 1']).execute(db);
  await template(['select id from users for update']).execute(db);
  await db
    .selectFrom('users')
    .select(template(['count(*)']).as('n'))
    .where(template<boolean>(['true']))
    .execute();
  await pool.query('select id, name from users where id = $1', ['01900000-0000-7000-8000-000000000000']);
  await pool.query('select now() as day limit 7');
  await template(['select name, id, email from users']).execute(db);
  stop();
  await template(['select id from users where this never ran'])
    .execute(db)
    .catch(() => {});

  await mkdir(path.join(folder, 'code/server/src'), { recursive: true });
  await writeFile(path.join(folder, 'code/server/package.json'), '{ "type": "module" }');
  await writeFile(path.join(folder, 'code/server/src/people.ts'), code);
  const outcome = await checkSqlTypes(path.join(folder, 'code'), path.join(folder, 'copy'), readRecordings(folder));
  const found = Object.fromEntries(outcome.problems.map(({ site, problems }) => [site.line, problems]));
  const expected = cases.map(([, , problems], index) => [first + index, problems] as const);
  expect(found).toEqual({
    ...Object.fromEntries(expected.filter(([, problems]) => problems.length > 0)),
    [next + 3]: ['n is bigint, so number'],
    [next + 5]: ['its type is not known outside of a function, so it can’t be compared'],
    [next + 11]: ['name is a column of the result, but not of the type'],
    [next + 12]: ['day is timestamptz, so Date'],
    [next + 13]: ['id is uuid, so string'],
  });
  expect(outcome.unseen.map(({ line }) => line)).toEqual([next + 6]);
});

/** A literal that PostgreSQL takes for a type. */
const literalOf = (type: string): string => {
  if (type === 'void') return `''`;
  if (type === 'boolean') return `'true'`;
  if (/char|text|name|bytea/.test(type)) return `'x'`;
  if (/date|time/.test(type)) return `'2026-01-01'`;
  return /uuid/.test(type) ? `'01900000-0000-7000-8000-000000000000'` : `'1'`;
};

/** The TypeScript type. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `${typeOf(value[0])}[]`;
  return value instanceof Object ? value.constructor.name : typeof value;
}

it.each(Object.entries(DRIVER_TYPES).filter(([, { type }]) => type !== 'unknown'))(
  'the driver gives what is listed for the type with oid %s',
  async (oid, { name, type }) => {
    const { rows, fields } = await pool.query(
      name.endsWith('[]')
        ? `select array[${literalOf(name)}]::${name} as value`
        : `select ${literalOf(name)}::${name} as value`,
    );
    expect(fields[0]!.dataTypeID).toBe(Number(oid));
    expect(typeOf(rows[0].value)).toBe(type);
  },
);
