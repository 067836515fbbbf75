import type { Content } from '../../shared/content/content.ts';

/** A file or folder of one account. */
export interface DriveNode {
  readonly id: string;
  /** Its place in lists; grows with every new file. */
  readonly ordinal: number;
  name: string;
  mimeType: string;
  /** Its folder; null at the root itself and where the folder is not shared with this account. */
  parent: string | null;
  /** Other folders that it is in as well, as files from before 2020 can be. */
  otherParents: readonly string[];
  /** The shared drive that it is in; null in My Drive and for what others share. */
  driveId: string | null;
  /** Null for folders, shortcuts and Google's own documents. */
  content: Content | null;
  created: number;
  modified: number;
  /** Grows with every change of any kind. */
  version: number;
  /** Grows with every change of the content. */
  revision: number;
  /** When it was trashed itself; items below it are in the trash with it. */
  trashedAt: number | null;
  role: 'owner' | 'writer' | 'reader';
  /** Whether flat lists include it; they omit items in shared folders until they were opened. */
  listed: boolean;
  /** Since when it is shared, for items that others shared directly. */
  sharedAt: number | null;
  target: { id: string; mimeType: string } | null;
  canDownload: boolean;
  /** For Google's own documents: extra bytes in its docx export. */
  exportPadding: number;
  /** Created by an app. */
  byApp: boolean;
}

export type NewNode = Pick<DriveNode, 'name' | 'mimeType'> &
  Partial<Omit<DriveNode, 'ordinal' | 'version' | 'revision'>>;
