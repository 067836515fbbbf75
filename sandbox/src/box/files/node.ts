import type { Content } from '../../shared/content/content.ts';

export type NodeType = 'file' | 'folder' | 'web_link';

/** A file, folder or bookmark of one account. Ids are unique only among items of the same type. */
export interface BoxNode {
  readonly type: NodeType;
  readonly id: string;
  name: string;
  /** The id of its folder; '0' is the root. */
  parent: string;
  /** Shared by somebody else: it is at the top of this account, and its real folder is not visible. */
  shared: boolean;
  ownedBy: { id: string; name: string; login: string };
  created: number;
  modified: number;
  contentModified: number;
  /** Grows with every change. */
  etag: number;
  trashedAt: number | null;
  /** For files only. */
  content: Content | null;
  /** Of the content: another one for every upload. */
  version: string;
  /** For bookmarks only. */
  url: string;
  /** The person may see that it exists and nothing more. */
  blocked: boolean;
  /** Whoever has its link may see it. */
  hasLink: boolean;
}

export type NewNode = Pick<BoxNode, 'type' | 'name'> &
  Partial<
    Pick<BoxNode, 'parent' | 'shared' | 'content' | 'url' | 'created' | 'modified' | 'contentModified' | 'ownedBy'>
  >;
