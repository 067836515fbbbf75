import { localPath } from '../../lib/session/return-path.ts';

/** The query of /plans/card: the path within the app to return to. */
export function cardSearch(search: { return?: unknown }): { return?: string } {
  const path = localPath(search.return);
  return path ? { return: path } : {};
}
