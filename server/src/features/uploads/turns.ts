interface Turn {
  stop(): void;
  over: Promise<void>;
}

/**
 * One request at a time for each upload. A newer one ends the older: whoever comes again after a broken connection is
 * right, even if we have not noticed yet that the connection is broken.
 */
export function createTurns() {
  const turns = new Map<string, Turn>();
  return async <T>(id: string, stop: () => void, work: () => Promise<T>): Promise<T> => {
    for (let before = turns.get(id); before; before = turns.get(id)) {
      before.stop();
      await before.over;
    }
    const { promise, resolve } = Promise.withResolvers<void>();
    turns.set(id, { stop, over: promise });
    try {
      return await work();
    } finally {
      turns.delete(id);
      resolve();
    }
  };
}
