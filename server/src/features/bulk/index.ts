export { bulkRoutes, describeBulk } from './bulk.routes.ts';
export { deleteBulkBatch, deleteExpiredBulk, resumeBulk, runBulk } from './run-bulk.ts';
