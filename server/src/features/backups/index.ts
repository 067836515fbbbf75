export { BackupError } from './archive/format.ts';
export { type Archive, openArchive, readHeaderOf } from './archive/read-archive.ts';
export { checkInstallation, reportLines } from './check/check-installation.ts';
export { makeBackup } from './make-backup.ts';
export { isBackupDue, lastBackupAt } from './record.ts';
export { mustBeEmpty, mustFit, restoreBackup } from './restore-backup.ts';
export { openBaseOf, verifyArchive } from './verify-backup.ts';
