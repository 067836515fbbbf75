/** The built-in PostgreSQL is not available. The message is one sentence for a person: what is wrong and what to do. */
export class EmbeddedPostgresError extends Error {
  override name = 'EmbeddedPostgresError';
}

const WAY_OUT = 'or set DATABASE_URL to a PostgreSQL of your own';

/** Turns the last output of PostgreSQL or initdb into the sentence that a person needs. */
export function explainOutput(output: string, dir: string, logFile: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(sentenceFor(output, dir, logFile), { cause: output });
}

function sentenceFor(output: string, dir: string, logFile: string): string {
  if (/No space left on device|Check free disk space|Disk quota exceeded/i.test(output)) {
    return `The disk that holds ${dir} is full: free some space and start again.`;
  }
  if (/Read-only file system/i.test(output)) {
    return `The database folder ${dir} is on a read-only disk: make it writable or point SHEAF_DATA_DIR at another folder.`;
  }
  if (/database files are incompatible|initialized by PostgreSQL version/i.test(output)) {
    return `The database in ${dir} was written by another version of PostgreSQL: start the version of Sheaf that wrote it, ${WAY_OUT}.`;
  }
  if (/Cannot allocate memory|could not map anonymous shared memory/i.test(output)) {
    return `There is not enough memory for the built-in PostgreSQL, which needs about 300 MB: free some and start again, ${WAY_OUT}.`;
  }
  if (/error while loading shared libraries|Exec format error/i.test(output)) {
    return `The built-in PostgreSQL does not run on this system (${lastLine(output)}): set DATABASE_URL to a PostgreSQL 15 or newer.`;
  }
  if (/Permission denied|Operation not permitted/i.test(output)) {
    return `PostgreSQL may not use its folder ${dir} (${lastLine(output)}): give its user access or point SHEAF_DATA_DIR at another folder.`;
  }
  return `The built-in PostgreSQL did not start (${lastLine(output) || 'it said nothing'}): see ${logFile}, ${WAY_OUT}.`;
}

/** Turns a failed file-system call on the data folder into the sentence that a person needs. */
export function explainFileError(error: unknown, dir: string): EmbeddedPostgresError {
  if (error instanceof EmbeddedPostgresError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new EmbeddedPostgresError(sentenceForCode(code, message, dir), { cause: error });
}

function sentenceForCode(code: string | undefined, message: string, dir: string): string {
  switch (code) {
    case 'EACCES':
    case 'EPERM':
      return `Sheaf may not read and write its database folder ${dir}: give the user that runs it access, or point SHEAF_DATA_DIR at another folder.`;
    case 'EROFS':
      return sentenceFor('Read-only file system', dir, '');
    case 'ENOSPC':
    case 'EDQUOT':
      return sentenceFor('No space left on device', dir, '');
    case 'ENOTDIR':
    case 'EEXIST':
      return `The database folder ${dir} cannot be made because a file is in its way: move that file, or point SHEAF_DATA_DIR at another folder.`;
    default:
      return `Sheaf cannot use its database folder ${dir} (${message}): fix that, or point SHEAF_DATA_DIR at another folder.`;
  }
}

/** The most useful line: the last fatal one, or else the last of all, without the time stamp and the final period. */
function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  const line = lines.findLast((each) => /FATAL|PANIC|error:/.test(each)) ?? lines.at(-1) ?? '';
  return line
    .replace(/^.*?(FATAL|PANIC|error):\s*/, '')
    .replace(/\.$/, '')
    .trim();
}
