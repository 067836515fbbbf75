const mostAtOnce = 200;

interface Note<T> {
  entry: T;
  done(): void;
  broken(error: unknown): void;
}

/**
 * Gathers what many have to tell and writes it together, one batch after the other. Each caller waits until its part is
 * certain, or hears why it is not.
 */
export function createBatches<T>(write: (entries: readonly T[]) => Promise<void>): (entry: T) => Promise<void> {
  const queue: Note<T>[] = [];
  let isWriting = false;

  /** Never rejects: whoever told something hears of it. */
  async function writeAll(): Promise<void> {
    isWriting = true;
    // What others have to tell at this moment goes along.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const notes = queue.splice(0, mostAtOnce);
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
