export { deleteListedBatch, deleteTransferBatch, transfersOfAccount } from './delete-batch.ts';
export { forgetListings } from './listing/forget-listings.ts';
export { listForReview } from './listing/list-for-review.ts';
export { reportByPath } from './requests/report.ts';
export { repeatTransfers } from './run/repeat.ts';
export { restartStuckTransfers } from './run/restart-stuck.ts';
export { runTransfer } from './run/run.ts';
export { describeTransfer } from './transfers.events.ts';
export { transferRoutes } from './transfers.routes.ts';
