import { localPath } from '../../lib/session/return-path.ts';

/** The query of /other-workspace: what somebody wanted to open, a path of ours. */
export function otherWorkspaceSearch(search: { link?: unknown }): { link?: string } {
  const link = localPath(search.link);
  return link ? { link } : {};
}
