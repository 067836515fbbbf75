import type { UploadHandle } from '../../kit/session.ts';
import type { DavPath } from '../protocol/paths.ts';

/** The state of an upload, apart from the bytes that the server has. */
export interface Upload {
  /** In one PUT under an unfinished name, in parts under that name, or in Nextcloud’s folder of chunks. */
  way: 'whole' | 'parts' | 'chunks';
  /** The destination folder, and the file’s name there. */
  folder: DavPath;
  name: string;
  size: number;
  mimeType: string;
  /** Seconds since 1970. */
  modified?: number;
  /** The unfinished name, or that of the folder of chunks. */
  place: string;
}

export const handleOf = (upload: Upload): UploadHandle => JSON.stringify(upload) as UploadHandle;
export const uploadOf = (handle: UploadHandle): Upload => JSON.parse(handle) as Upload;

export const mtimeHeader = ({ modified }: Upload): Record<string, string> =>
  modified === undefined ? {} : { 'x-oc-mtime': String(modified) };
