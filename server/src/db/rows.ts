import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

/** Columns of a table as a statement returns them: `RowOf<'labels', 'id' | 'name'>`. */
export type RowOf<Table extends keyof DB, Column extends keyof Selectable<DB[Table]>> = Pick<
  Selectable<DB[Table]>,
  Column
>;

/**
 * Rows as a table `x` to select from: an array for each column, which PostgreSQL reads in half the time of the same
 * page as JSON. Columns are given with their types; a missing value is null.
 */
export function rowsOf<Column extends string>(
  types: Readonly<Record<Column, string>>,
  rows: readonly Readonly<Partial<Record<Column, unknown>>>[],
): RawBuilder<unknown> {
  const columns = Object.keys(types) as Column[];
  const arrays = columns.map((column) => {
    const isJson = types[column] === 'jsonb';
    const values = rows.map((row) => (isJson && row[column] ? JSON.stringify(row[column]) : (row[column] ?? null)));
    return sql`${arrayLiteral(values)}::${sql.raw(types[column])}[]`;
  });
  return sql`unnest(${sql.join(arrays)}) as x (${sql.raw(columns.join(', '))})`;
}

/** PostgreSQL quotes elements of an array like JSON, but has no escapes except for quotes and backslashes. */
const arrayLiteral = (values: readonly unknown[]): string =>
  `{${JSON.stringify(values)
    .slice(1, -1)
    .replace(/\\(?:u[0-9a-f]{4}|.)/g, (sign) => (/["\\]$/.test(sign) ? sign : JSON.parse(`"${sign}"`)))}}`;
