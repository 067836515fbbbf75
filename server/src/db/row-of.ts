import type { Selectable } from 'kysely';
import type { DB } from './schema.gen.ts';

/** Columns of a table, as a statement that selects them gives them: `RowOf<'labels', 'id' | 'name'>`. */
export type RowOf<Table extends keyof DB, Column extends keyof Selectable<DB[Table]>> = Pick<
  Selectable<DB[Table]>,
  Column
>;
