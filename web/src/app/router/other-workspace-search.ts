import { localPath } from '../../lib/session/return-path.ts';

/** The query of /other-workspace: the path within the app that the person wanted to open. */
export function otherWorkspaceSearch(search: { link?: unknown }): { link?: string } {
  const link = localPath(search.link);
  return link ? { link } : {};
}
