import { z } from 'zod';
import { limits } from './limits.ts';

/** `{ data, pagination? }` on success, `{ message, code, errors? }` on failure. */
export const pagination = z
  .object({
    currentPage: z.int(),
    perPage: z.int(),
    total: z.int(),
    /** For a search: there are more results than `total`, where counting and paging end. */
    more: z.boolean().optional(),
    /**
     * For a search: the newest come first because that was requested, or because a word is too frequent to rank
     * results.
     */
    order: z.enum(['relevance', 'newest']).optional(),
    /** For a search: only the newest documents were searched, as for a phrase of very frequent words. */
    partial: z.boolean().optional(),
  })
  .meta({ id: 'Pagination' });
export type Pagination = z.output<typeof pagination>;

export const errorBody = z
  .object({
    message: z.string(),
    code: z.string(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    request_id: z.string().optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.output<typeof errorBody>;

/** An integer in a query. */
export const wholeNumber = (min: number, max: number) =>
  z.coerce
    .number('Must be a number')
    .int('Must be a whole number')
    .min(min, `Must be at least ${min}`)
    .max(max, `Must be at most ${max}`);

/** The query parameters of every list. */
export const pageQuery = {
  page: wholeNumber(1, 1_000_000).default(1),
  per_page: wholeNumber(1, limits.perPageMax).default(limits.perPage),
};
