/** Runs work in order of arrival, each piece as soon as the number of lanes it needs is free. */
export function createLanes(count: number): <T>(lanes: number, work: () => Promise<T>) => Promise<T> {
  let free = count;
  const waiting: { lanes: number; start(): void }[] = [];
  const admit = () => {
    while (waiting.length > 0 && waiting[0]!.lanes <= free) {
      const next = waiting.shift()!;
      free -= next.lanes;
      next.start();
    }
  };
  return async (lanes, work) => {
    const taken = Math.min(lanes, count);
    await new Promise<void>((start) => {
      waiting.push({ lanes: taken, start });
      admit();
    });
    try {
      return await work();
    } finally {
      free += taken;
      admit();
    }
  };
}
