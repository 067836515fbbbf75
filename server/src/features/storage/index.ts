export { contentKey, renditionKey, thumbnailKey } from '../../platform/blobs/index.ts';
export { areBlobsHeld, blobsAreHeld, deleteBlobBatch, sweepBlobs, touchBlobs } from './blobs.ts';
export { readPass, type StoredThing, signedPath, storedThings } from './signed-path.ts';
export { fitting, mustFitStorage, roomLeft, storageFull, storageProblem } from './storage-limit.ts';
export { ownStorage, usedStorage } from './used-storage.ts';
