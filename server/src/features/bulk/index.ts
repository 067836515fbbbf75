export { bulkRoutes, describeBulk } from './bulk.routes.ts';
export { deleteBulkBatch, deleteExpiredBulk, resumeBulk } from './resume-bulk.ts';
export { runBulk } from './run-bulk.ts';
