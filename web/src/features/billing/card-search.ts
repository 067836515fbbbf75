import { isLocalPath } from '../../lib/session/return-path.ts';

/** The query of /plans/card: where to return to, a path of ours. */
export function cardSearch(search: { return?: unknown }): { return?: string } {
  return typeof search.return === 'string' && isLocalPath(search.return) ? { return: search.return } : {};
}
