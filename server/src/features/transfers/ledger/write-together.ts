const maxAtOnce = 200;

interface Note<T> {
  entry: T;
  done(): void;
  broken(error: unknown): void;
}

/**
 * Collects the reports of many callers and writes them together, one write after the other. Each caller waits until its
 * part is written, or gets the error.
 */
export function writeTogether<T>(write: (entries: readonly T[]) => Promise<void>): (entry: T) => Promise<void> {
  const queue: Note<T>[] = [];
  let isWriting = false;

  /** Never rejects: the callers get the error. */
  async function writeAll(): Promise<void> {
    isWriting = true;
    // Includes what others report at the same moment.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const notes = queue.splice(0, maxAtOnce);
      try {
        await write(notes.map(({ entry }) => entry));
        for (const { done } of notes) done();
      } catch (error) {
        for (const { broken } of notes) broken(error);
      }
    }
    isWriting = false;
  }

  return (entry) =>
    new Promise((done, broken) => {
      queue.push({ entry, done, broken });
      if (!isWriting) void writeAll();
    });
}
