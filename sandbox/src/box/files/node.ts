import type { Content } from '../../shared/content/content.ts';

export type NodeType = 'file' | 'folder' | 'web_link';

/** A file, folder or bookmark of one account. Ids are unique only among items of the same type. */
export interface BoxNode {
  readonly type: NodeType;
  readonly id: string;
  name: string;
  /** The id of its folder; '0' is the root. */
  parent: string;
  /** Shared by another person: it appears at the top of this account, and its real folder isn’t visible. */
  shared: boolean;
  ownedBy: { id: string; name: string; login: string };
  created: number;
  modified: number;
  contentModified: number;
  /** Grows with every change. */
  etag: number;
  trashedAt: number | null;
  /** Only for files. */
  content: Content | null;
  /** The version of the content: each upload makes another. */
  version: string;
  /** Only for bookmarks. */
  url: string;
  /** The person may only see that it exists. */
  blocked: boolean;
  /** Anyone with its link may see it. */
  hasLink: boolean;
}

export type NewNode = Pick<BoxNode, 'type' | 'name'> &
  Partial<
    Pick<BoxNode, 'parent' | 'shared' | 'content' | 'url' | 'created' | 'modified' | 'contentModified' | 'ownedBy'>
  >;
