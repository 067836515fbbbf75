export { auditRoutes } from './audit.routes.ts';
export { deleteEventBatch, deleteExpiredEvents } from './delete-expired.ts';
export { exportLog } from './export-log.ts';
export { inLists } from './fit.ts';
export { type Actor, audit, auditIn, auditOnce, auditPerson, type Recorded } from './record.ts';
