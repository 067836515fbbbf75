import type { Pagination } from '@sheaf/contract';
import { z } from 'zod';

/** Enough to choose from, and short enough for a model's context. */
const perPage = 25;
const maxPages = 1000;

export const pageInput = {
  page: z.int('Must be a whole number').min(1).max(maxPages).default(1).describe(`${perPage} results a page`),
};

export const pageOutput = {
  total: z.number().describe('How many there are on all pages'),
  next_page: z.number().nullable().describe('Null on the last page'),
};

export const pageOf = ({ page }: { page: number }) => ({ page, per_page: perPage });

export const pageNumbers = ({ currentPage, total }: Pagination) => ({
  total,
  next_page: currentPage * perPage < total && currentPage < maxPages ? currentPage + 1 : null,
});
