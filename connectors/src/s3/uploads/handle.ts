import type { RemoteId, UploadHandle } from '../../kit/session.ts';

/** The state of an upload, apart from the parts that the store has and their receipts. */
export interface Upload {
  id: RemoteId;
  size: number;
  mimeType: string;
  /** Seconds since 1970, in the metadata that rclone reads. */
  modified?: number;
  /** Null until the first part is sent, and for a small file, which is kept until the end and sent in one request. */
  uploadId: string | null;
  /** The start of the newest upload to the same key that isn’t ours, by the store’s clock; 0 if there was none. */
  othersUntil?: number;
  /** Distinguishes uploads of the same file. */
  place: string;
}

export const handleOf = (upload: Upload): UploadHandle => JSON.stringify(upload) as UploadHandle;
export const uploadOf = (handle: UploadHandle): Upload => JSON.parse(handle) as Upload;

export const headersOf = ({ mimeType, modified }: Upload): Record<string, string> => ({
  'content-type': mimeType,
  ...(modified !== undefined && { 'x-amz-meta-mtime': String(modified) }),
});
