/** Measures how much of unfinished files has been sent, and the recent transfer rate. */
export interface Meter {
  set(file: number, bytes: number): void;
  end(file: number): void;
  /** `sent`: bytes of files finished since the last reading. A null rate means it is too soon to tell. */
  read(sent: number): { underWay: number; rate: number | null };
}

const halfLifeMs = 5_000;
const shortestMs = 500;

export function createMeter(now: () => number = () => performance.now()): Meter {
  const files = new Map<number, number>();
  let finished = 0;
  let seen = 0;
  let at = now();
  let rate: number | null = null;
  return {
    set: (file, bytes) => void files.set(file, bytes),
    end: (file) => void files.delete(file),
    read(sent) {
      finished += sent;
      const underWay = [...files.values()].reduce((all, one) => all + one, 0);
      const elapsed = now() - at;
      if (elapsed < shortestMs) return { underWay, rate: null };
      const total = finished + underWay;
      const latest = (Math.max(0, total - seen) / elapsed) * 1000;
      const weight = rate === null ? 1 : 1 - 0.5 ** (elapsed / halfLifeMs);
      rate = (rate ?? 0) + (latest - (rate ?? 0)) * weight;
      seen = total;
      at = now();
      return { underWay, rate };
    },
  };
}
