export { scheduledBackup } from './scheduled.ts';
