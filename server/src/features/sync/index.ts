export { requestRun } from './batches.queries.ts';
export { contentKey, sweepBlobs, thumbnailKey, touchBlobs } from './blobs.ts';
export { mountEvents } from './events.ts';
export { forgetBatches } from './forget-batches.ts';
export { runSync } from './run.ts';
export { scheduleRuns } from './schedule.ts';
export { roomLeft } from './storage-limit.ts';
export { syncRoutes } from './sync.routes.ts';
export { writeItems } from './write-page.ts';
