export { lockPlaceRules } from './account-place.ts';
export type { Delivery } from './delivery.ts';
export { recordChange, recordFolder, recordMoves, recordTrash } from './record.ts';
export { recordRestore, recordRestores } from './record-restore.ts';
export { checkUpload, recordFolders, recordUpload } from './record-upload.ts';
export { deleteExpiredWrites, restartStuckWrites, runWrites } from './run.ts';
export { describeWrite, sealedWriteUploads } from './writes.queries.ts';
