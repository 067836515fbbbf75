import type { UploadHandle } from '../kit/session.ts';

/** The state of an upload, besides the bytes that Box has. */
export interface Upload {
  /** Tells uploads apart within a session of the connector. */
  key: string;
  /** The number of the folder the file goes to, and its name there. */
  folder: string;
  name: string;
  size: number;
  /** In Box's spelling; Box keeps no fractions of a second. */
  modifiedAt: string | null;
  /** For files in parts. The list of parts is not kept: Box has it. */
  parts?: { session: string; size: number };
  /** Of a file in one piece, once it is there. The etag tells whether somebody has changed it since. */
  file?: { id: string; etag: string | null };
}

export const handleOf = (upload: Upload): UploadHandle => JSON.stringify(upload) as UploadHandle;
export const uploadOf = (handle: UploadHandle): Upload => JSON.parse(handle) as Upload;
