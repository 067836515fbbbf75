import type { DriveNode } from './drive-node.ts';

/** Drive keeps as many, and what is kept for good besides. */
const MOST_OLDER = 100;

export const revisionId = ({ id }: DriveNode, number: number) => `0B${id.slice(1, 20)}${number}`;

/** Before the content is replaced. */
export function keepRevision(node: DriveNode): void {
  const { content, name, mimeType, modified, revision, isKept, older } = node;
  if (!content) return;
  const all = [...older, { number: revision, content, name, mimeType, modified, isKept }];
  node.older = all.filter((one, at) => one.isKept || at >= all.length - MOST_OLDER);
  node.isKept = false;
}
