import type { Call } from './call.ts';
import { badRequest } from './errors.ts';

/** The parameters of every list. */
export const listParams = ['limit', 'starting_after', 'ending_before'] as const;

/** A page of a list that is sorted from the newest. */
export function pageOf<T extends { id: string }>({ params }: Call, url: string, rows: readonly T[]) {
  const limit = params.integer('limit', 1, 100) ?? 10;
  const after = params.text('starting_after');
  const before = params.text('ending_before');
  if (after !== undefined && before !== undefined) {
    throw badRequest('You can only specify one of these parameters: starting_after, ending_before.');
  }
  const find = (id: string, param: string) => {
    const at = rows.findIndex((row) => row.id === id);
    if (at < 0) throw badRequest(`No such object: '${id}'`, param, 'resource_missing');
    return at;
  };
  let from = 0;
  let to = limit;
  let hasMore = rows.length > to;
  if (after !== undefined) {
    from = find(after, 'starting_after') + 1;
    to = from + limit;
    hasMore = rows.length > to;
  } else if (before !== undefined) {
    to = find(before, 'ending_before');
    from = Math.max(0, to - limit);
    hasMore = from > 0;
  }
  return { object: 'list' as const, data: rows.slice(from, to), has_more: hasMore, url };
}

/** Rows whose `created` is within `created[gte]` and its like. */
export function createdWithin<T extends { created: number }>({ params }: Call, rows: readonly T[]): T[] {
  const range = params.has('created') ? params.object('created')?.only('gt', 'gte', 'lt', 'lte') : undefined;
  if (!range) return [...rows];
  const { gt = -1, gte = 0 } = { gt: range.integer('gt'), gte: range.integer('gte') };
  const lt = range.integer('lt') ?? Number.POSITIVE_INFINITY;
  const lte = range.integer('lte') ?? Number.POSITIVE_INFINITY;
  return rows.filter(({ created }) => created > gt && created >= gte && created < lt && created <= lte);
}
