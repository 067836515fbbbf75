import { closeSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';

const SIZE_LIMIT = 1_000_000;

export interface LogFile {
  /** For a child to write to. */
  descriptor: number;
  /** What was written since it was opened. */
  tail(): string;
  close(): void;
}

/** Opens PostgreSQL's log for appending; one that has grown large first becomes the single older log, `<file>.1`. */
export function openLogFile(file: string): LogFile {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > SIZE_LIMIT) renameSync(file, `${file}.1`);
  const descriptor = openSync(file, 'a', 0o600);
  const { size } = fstatSync(descriptor);
  return {
    descriptor,
    tail: () => readFileSync(file).subarray(size).toString('utf8'),
    close: () => closeSync(descriptor),
  };
}
