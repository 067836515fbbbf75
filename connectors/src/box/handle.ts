import type { UploadHandle } from '../kit/session.ts';

/** The state of an upload, apart from the bytes that Box has. */
export interface Upload {
  /** Tells uploads apart within a session of the connector. */
  key: string;
  /** The id of the destination folder, and the file’s name there. */
  folder: string;
  name: string;
  size: number;
  /** In Box's spelling; Box keeps no fractions of a second. */
  modifiedAt: string | null;
  /** For files in parts. The list of parts isn’t stored, because Box has it. */
  parts?: { session: string; size: number };
  /** Set once a file sent in one piece has arrived. The etag shows whether someone has changed it since. */
  file?: { id: string; etag: string | null };
}

export const handleOf = (upload: Upload): UploadHandle => JSON.stringify(upload) as UploadHandle;
export const uploadOf = (handle: UploadHandle): Upload => JSON.parse(handle) as Upload;
