import type { Content } from '../../shared/content/content.ts';

/** A file or folder of one account. */
export interface DriveNode {
  readonly id: string;
  /** Its position in lists; grows with every new file. */
  readonly ordinal: number;
  name: string;
  mimeType: string;
  /** Its folder; null at the root itself and if the folder isn’t shared with this account. */
  parent: string | null;
  /** Further folders that contain it, as for files from before 2020. */
  otherParents: readonly string[];
  /** The shared drive that contains it; null in My Drive and for items shared by others. */
  driveId: string | null;
  /** Null for folders, shortcuts and Google's own documents. */
  content: Content | null;
  created: number;
  modified: number;
  /** Grows with every change of any kind. */
  version: number;
  /** Grows with every change of the content. */
  revision: number;
  /** When it was trashed itself; its contents are in the trash with it. */
  trashedAt: number | null;
  role: 'owner' | 'writer' | 'reader';
  /** Whether flat lists include it; they omit items in shared folders until these were opened. */
  listed: boolean;
  /** The time since it was shared, for items that others shared directly. */
  sharedAt: number | null;
  target: { id: string; mimeType: string } | null;
  canDownload: boolean;
  /** Extra bytes in the docx export of one of Google’s own documents. */
  exportPadding: number;
  /** Whether an app created it. */
  byApp: boolean;
}

export type NewNode = Pick<DriveNode, 'name' | 'mimeType'> &
  Partial<Omit<DriveNode, 'ordinal' | 'version' | 'revision'>>;
