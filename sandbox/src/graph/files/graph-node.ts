import type { Content } from '../../shared/content/content.ts';

/** An item of a drive. */
export interface GraphNode {
  id: string;
  /** Null for the root. */
  parent: string | null;
  name: string;
  /** A package is a OneNote notebook; a remote item is a folder of another drive that was added to this one. */
  kind: 'file' | 'folder' | 'package' | 'remote';
  mimeType: string | null;
  content: Content | null;
  created: number;
  modified: number;
  /** Times set by a client. */
  clientCreated: number | null;
  clientModified: number | null;
  /** Grows with every change. */
  version: number;
  /** Grows with every change of the content. */
  contentVersion: number;
  malware: boolean;
  /** The actual location of a remote item. */
  remote: { driveId: string; id: string; owner: string } | null;
}

export type NewNode = Pick<GraphNode, 'name' | 'kind'> & Partial<Omit<GraphNode, 'version' | 'contentVersion'>>;

export const isContainer = (node: GraphNode) => node.kind === 'folder' || node.kind === 'package';
