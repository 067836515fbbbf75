import type { Pagination } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from './pool.ts';

/** The page and the size of pages of a list. */
export interface PageOf {
  page: number;
  per_page: number;
}

export const offsetOf = ({ page, per_page }: PageOf): number => (page - 1) * per_page;

/**
 * Presents a page for the API. Every row carries the number of all matches (`total`), so a list is one query; only a
 * page beyond the end, which has no row to carry it, needs another query for the number.
 */
export async function paged<Row extends { total: number | null }, Item>(
  { page, per_page }: PageOf,
  rows: Row[],
  present: (row: Row) => Item,
  count: () => Promise<number>,
): Promise<{ data: Item[]; pagination: Pagination }> {
  const total = rows[0]?.total ?? (page > 1 ? await count() : 0);
  return { data: rows.map(present), pagination: { currentPage: page, perPage: per_page, total } };
}

/** How many rows a `from …` has. */
export async function countRows(db: Executor, from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count ${from}`.execute(db);
  return rows[0]!.count;
}
