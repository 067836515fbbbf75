import type { Call } from './call.ts';
import { badRequest } from './errors.ts';

/** The parameters of every list. */
export const listParams = ['limit', 'starting_after'] as const;

/** A page of a list, newest first. */
export function pageOf<T extends { id: string }>({ params }: Call, url: string, rows: readonly T[]) {
  const limit = params.integer('limit', 1, 100) ?? 10;
  const after = params.text('starting_after');
  const from = after === undefined ? 0 : rows.findIndex(({ id }) => id === after) + 1;
  if (after !== undefined && from === 0)
    throw badRequest(`No such object: '${after}'`, 'starting_after', 'resource_missing');
  const to = from + limit;
  return { object: 'list' as const, data: rows.slice(from, to), has_more: rows.length > to, url };
}
