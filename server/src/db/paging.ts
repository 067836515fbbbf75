import type { Pagination } from '@sheaf/contract';

/** Where a list begins and how far it goes. */
export interface PageOf {
  page: number;
  per_page: number;
}

export const offsetOf = ({ page, per_page }: PageOf): number => (page - 1) * per_page;

/** A page as the wire has it. */
export const paged = <T>(
  data: T[],
  { page, per_page }: PageOf,
  total: number,
): { data: T[]; pagination: Pagination } => ({
  data,
  pagination: { currentPage: page, perPage: per_page, total },
});
