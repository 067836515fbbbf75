/** Memory that all transfers of this process share: whoever needs more than is left waits for its turn. */
export interface Budget {
  /** Resolves once so many bytes are free (at most all of them); they are given back by calling what it answers. */
  take(bytes: number): Promise<() => void>;
}

function createBudget(total: number): Budget {
  let free = total;
  const queue: { bytes: number; enter(): void }[] = [];
  const admit = () => {
    while (queue[0] && queue[0].bytes <= free) {
      const { bytes, enter } = queue.shift()!;
      free -= bytes;
      enter();
    }
  };
  return {
    async take(wanted) {
      const bytes = Math.min(wanted, total);
      await new Promise<void>((enter) => {
        queue.push({ bytes, enter });
        admit();
      });
      let isBack = false;
      return () => {
        if (isBack) return;
        isBack = true;
        free += bytes;
        admit();
      };
    },
  };
}

export const memory = createBudget(48 * 1024 * 1024);
