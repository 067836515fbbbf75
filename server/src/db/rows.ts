import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { DB } from './schema.gen.ts';

/** Columns of a table, as a statement that selects them gives them: `RowOf<'labels', 'id' | 'name'>`. */
export type RowOf<Table extends keyof DB, Column extends keyof Selectable<DB[Table]>> = Pick<
  Selectable<DB[Table]>,
  Column
>;

/**
 * Rows as something to select from, `x`: an array for each column, of which PostgreSQL reads a page in half the time that the same
 * page takes as JSON. Columns with their types; a row without a value has null.
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

/** PostgreSQL quotes elements of an array as JSON does, but knows no escapes other than of quotes and backslashes. */
const arrayLiteral = (values: readonly unknown[]): string =>
  `{${JSON.stringify(values)
    .slice(1, -1)
    .replace(/\\(?:u[0-9a-f]{4}|.)/g, (sign) => (/["\\]$/.test(sign) ? sign : JSON.parse(`"${sign}"`)))}}`;
