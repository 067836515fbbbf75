/** Runs one write after another. */
export interface WriteLane {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Dropbox locks the folder tree that is written to: of two writes at once, one may be refused as
 * `too_many_write_operations`. So a session makes, moves, copies, deletes and completes one thing at a time. Small files are sent
 * side by side all the same: what is refused is repeated.
 */
export function createWriteLane(): WriteLane {
  let last: Promise<unknown> = Promise.resolve();
  return {
    run<T>(work: () => Promise<T>): Promise<T> {
      const done = last.then(work);
      last = done.catch(() => {});
      return done;
    },
  };
}
