export { deleteExpiredWrites } from './delete-expired.ts';
export { recordChange, recordFolder, recordRestore, recordTrash } from './record.ts';
export { restartStuckWrites, runWrites } from './run.ts';
export { describeWrite } from './writes.events.ts';
