import { localPath } from '../../lib/session/return-path.ts';

/** The query of /plans/card: where to return to, a path of ours. */
export function cardSearch(search: { return?: unknown }): { return?: string } {
  const path = localPath(search.return);
  return path ? { return: path } : {};
}
