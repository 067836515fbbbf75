export { requestRun } from './batches.queries.ts';
export { sweepBlobs } from './blobs.ts';
export { mountEvents } from './events.ts';
export { runSync } from './run.ts';
export { scheduleRuns } from './schedule.ts';
export { syncRoutes } from './sync.routes.ts';
