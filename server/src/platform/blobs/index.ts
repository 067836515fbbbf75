import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk.ts';
import type { BlobLocation } from './location.ts';

export type { BlobStore } from './blob-store.ts';
export {
  type Content,
  dropContent,
  memoryBytes,
  readContent,
  type StoredContent,
  storeContent,
  storeContents,
} from './content.ts';
export { type BlobLocation, parseBlobLocation } from './location.ts';

/** The AWS SDK is loaded only where it is used: it costs tens of megabytes. */
export async function openBlobStore(location: BlobLocation): Promise<BlobStore> {
  if (location.kind === 'disk') return openDiskStore(location.dir);
  const { openS3Store } = await import('./s3.ts');
  return openS3Store(location);
}
