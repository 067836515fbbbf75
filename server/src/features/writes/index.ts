export { lockPlaceRules } from './account-place.ts';
export { deleteExpiredWrites } from './delete-expired.ts';
export type { Delivery } from './delivery.ts';
export { recordChange, recordFolder, recordMoves, recordTrash } from './record.ts';
export { recordRestore, recordRestores } from './record-restore.ts';
export { checkUpload, recordFolders, recordUpload } from './record-upload.ts';
export { restartStuckWrites, runWrites } from './run.ts';
export { sealedWriteUploads } from './sealed.ts';
export { describeWrite } from './writes.events.ts';
