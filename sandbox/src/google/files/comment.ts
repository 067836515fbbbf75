/** What was written about a file. */
export interface Comment extends Remark {
  anchor?: string;
  quotedFileContent?: { mimeType?: string; value?: string };
  resolved: boolean;
  replies: readonly Reply[];
}

export interface Reply extends Remark {
  action?: 'resolve' | 'reopen';
}

interface Remark {
  id: string;
  content: string;
  created: number;
  modified: number;
  /** Its text is gone, its place stays. */
  isDeleted: boolean;
}
