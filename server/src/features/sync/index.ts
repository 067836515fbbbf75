export { requestRun, requestRuns } from './batches.queries.ts';
export { deleteFailureBatch } from './delete-batch.ts';
export { deleteExpiredBatches } from './delete-expired.ts';
export { restartStuckRuns } from './restart-stuck.ts';
export { runSync } from './run.ts';
export { scheduleRuns } from './schedule.ts';
export { syncRoutes } from './sync.routes.ts';
export { startListening } from './threads/listen.ts';
export { writeListed } from './write-listed.ts';
