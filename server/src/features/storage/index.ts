export { contentKey, renditionKey, thumbnailKey } from '../../platform/blobs/index.ts';
export { deleteBlobBatch, sweepBlobs, touchBlobs } from './blobs.ts';
export { areBlobsHeld, blobsAreHeld } from './holds.ts';
export { readPass, type StoredThing, signedPath, storedThings } from './signed-path.ts';
export { fitting, mustFitStorage, roomLeft, storageFull, storageProblem } from './storage-limit.ts';
export { ownStorage, usedStorage } from './used-storage.ts';
