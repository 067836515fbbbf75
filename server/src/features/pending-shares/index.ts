export {
  addPending,
  deletePendingBatch,
  dropPendingOf,
  inheritPending,
  listPending,
  movePending,
  offeredWith,
  removePending,
} from './pending.queries.ts';
export {
  deleteRequest,
  dropOthers,
  findRequest,
  listRequests,
  lockRequest,
  markDeclined,
  type OpenRequest,
  upsertRequests,
} from './requests.queries.ts';
export { sharePendingWith, shareRequested } from './share-pending.ts';
