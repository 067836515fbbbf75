import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** A table, the parts of the server that write it, and a file of each. */
export type Writers = Map<string, Map<string, string>>;

const WRITES =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+(?:only\s+)?([a-z_]+)|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"]([a-z_]+)/gi;
/** A statement whose table is only known at run time escapes the check. */
const HIDDEN =
  /\b(?:insert\s+into|update|delete\s+from|merge\s+into)\s+\$\{|\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'"\s]/i;
/** Labels and collections have tables of the same shape. */
const MAY_HIDE = /^server\/src\/features\/tags\//;
/** Functions of the database: each file belongs to the feature after which it is named. */
const FUNCTIONS = /^server\/src\/db\/functions\/(.+)[.]sql$/;

/**
 * Each table has one writer: a feature with its functions in the database, or a part of the server's ground. Anyone may
 * read.
 */
export function checkTableWriters(root: string): string[] {
  const { writers, hidden } = tableWriters(root);
  if (writers.size === 0) return ['server: no statement that writes a table was found, so there is nothing to check'];
  return [
    ...strayFunctions(root),
    ...hidden.map((file) => `${file}\n    one-writer: names the table it writes only at run time`),
    ...[...tablesOf(root)]
      .filter((table) => !writers.has(table))
      .map((table) => `${table}\n    one-writer: no statement that writes this table was found`),
    ...[...writers]
      .filter(([, rooms]) => rooms.size > 1)
      .map(
        ([table, rooms]) =>
          `${table} ← ${[...rooms.values()].join(', ')}\n    one-writer: a table is written by one feature; others call it`,
      ),
  ];
}

/** Found in the SQL and the query builder calls of the server, and in the functions of the database. */
export function tableWriters(root: string): { writers: Writers; hidden: string[] } {
  const tables = tablesOf(root);
  const writers: Writers = new Map();
  const hidden: string[] = [];
  for (const file of filesOf(root, 'server/src/**/*.ts', 'server/src/db/functions/*.sql')) {
    if (/[.]test[.]ts$|\/testing\//.test(file)) continue;
    const source = read(root, file);
    const room = roomOf(file);
    if (HIDDEN.test(source) && !MAY_HIDE.test(file)) hidden.push(file);
    for (const [, inSql, inBuilder] of source.matchAll(WRITES)) {
      const table = inSql ?? inBuilder!;
      if (!tables.has(table)) continue;
      const rooms = writers.get(table) ?? new Map<string, string>();
      writers.set(table, rooms.set(room, rooms.get(room) ?? file));
    }
  }
  return { writers, hidden };
}

/** Functions that belong to no feature, or are defined elsewhere. */
function strayFunctions(root: string): string[] {
  const nobodys = filesOf(root, 'server/src/db/functions/*.sql').filter(
    (file) => !existsSync(path.join(root, 'server/src/features', roomOf(file))),
  );
  const inMigrations = filesOf(root, 'server/src/db/migrations/*.sql').filter((file) =>
    /\bcreate\s+(or\s+replace\s+)?(function|procedure)\b/i.test(read(root, file)),
  );
  return [
    ...nobodys.map(
      (file) => `${file}\n    one-writer: functions stand in a file named after the feature they belong to`,
    ),
    ...inMigrations.map(
      (file) => `${file}\n    one-writer: functions stand in server/src/db/functions, not in migrations`,
    ),
  ];
}

const filesOf = (root: string, ...patterns: string[]): string[] =>
  globSync(patterns, { cwd: root })
    .map((name) => name.replaceAll(path.sep, '/'))
    .sort();

/** Without SQL comments, which mention writing. */
function read(root: string, file: string): string {
  const text = readFileSync(path.join(root, file), 'utf8');
  return file.endsWith('.sql') ? text.replace(/--.*/g, '') : text;
}

function roomOf(file: string): string {
  return (
    FUNCTIONS.exec(file)?.[1] ??
    /^server\/src\/features\/([^/]+)\//.exec(file)?.[1] ??
    /^server\/src\/([^/]+)\//.exec(file)?.[1] ??
    'server'
  );
}

function tablesOf(root: string): Set<string> {
  const schema = readFileSync(path.join(root, 'server/src/db/schema.gen.ts'), 'utf8');
  const body = schema.slice(schema.indexOf('export interface DB {'));
  return new Set([...body.matchAll(/^ {2}(\w+): /gm)].map(([, table]) => table!));
}
