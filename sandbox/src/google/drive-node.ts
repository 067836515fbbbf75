import type { Content } from '../shared/content/content.ts';

/** A file or folder of one account. */
export interface DriveNode {
  readonly id: string;
  /** Its place in lists; grows with every new file. */
  readonly ordinal: number;
  name: string;
  mimeType: string;
  /** What it is in; null at the root itself and where the folder is not shared with this account. */
  parent: string | null;
  /** Null for folders, shortcuts and Google's own documents. */
  content: Content | null;
  created: number;
  modified: number;
  /** Grows with every change, of whatever kind. */
  version: number;
  /** Grows with every change of the content. */
  revision: number;
  /** When it was put into the trash itself; what lies below is in the trash with it. */
  trashedAt: number | null;
  role: 'owner' | 'writer' | 'reader';
  /** Whether lists of everything tell of it: what lies in shared folders they do not, until it was opened. */
  listed: boolean;
  /** Since when, for what others gave directly. */
  sharedAt: number | null;
  target: { id: string; mimeType: string } | null;
  canDownload: boolean;
  /** For Google's own documents: bytes that its docx has in addition. */
  exportPadding: number;
  /** Made by an app with the scope drive.file, and so open to it. */
  byApp: boolean;
  description: string | null;
  appProperties: Record<string, string> | null;
}

export type NewNode = Pick<DriveNode, 'name' | 'mimeType'> &
  Partial<Omit<DriveNode, 'ordinal' | 'version' | 'revision'>>;
