export { contentKey, renditionKey, sweepBlobs, thumbnailKey, touchBlobs } from './blobs.ts';
export { deleteBlobBatch } from './delete-batch.ts';
export { areBlobsHeld, blobsAreHeld, holdBlobs, releaseBlobs, renewHold } from './holds.ts';
export { readPass, type StoredThing, signedPath, storedThings } from './signed-path.ts';
export { fitting, mustFitStorage, roomLeft, storageFull, storageProblem } from './storage-limit.ts';
export { ownStorage, usedStorage } from './used-storage.ts';
