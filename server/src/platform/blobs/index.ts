import type { BlobStore } from './blob-store.ts';
import { openDiskStore } from './disk.ts';
import type { BlobLocation } from './location.ts';

export { asFile } from './as-file.ts';
export { contentKey, imageKey, renditionKey, thumbnailKey } from './blob-keys.ts';
export type { BlobStore } from './blob-store.ts';
export {
  type Content,
  dropContent,
  memoryBytes,
  readContent,
  storeContent,
  storeContents,
} from './content.ts';
export { diskFullMessage, isDiskFull } from './disk-full.ts';
export { syncFolder } from './durable.ts';
export { BytesLost, type GrowingBlob, type Leftover, type Pieces } from './growing/growing-blobs.ts';
export { type BlobLocation, parseBlobLocation } from './location.ts';
export type { StoredContent, StoreOptions } from './stored-content.ts';

/** The AWS SDK takes tens of megabytes, so it is loaded only if it is used. */
export async function openBlobStore(location: BlobLocation): Promise<BlobStore> {
  if (location.kind === 'disk') return openDiskStore(location.dir);
  const { openS3Store } = await import('./s3/s3.ts');
  return openS3Store(location);
}
