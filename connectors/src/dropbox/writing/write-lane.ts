/** Runs one write after another. */
export interface WriteLane {
  run<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Dropbox locks the folder tree that is written to: of two writes at once, one may be refused as
 * `too_many_write_operations`. So a session creates, moves, copies, deletes and completes one item at a time. Small
 * files are still sent concurrently: refused ones are retried.
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
