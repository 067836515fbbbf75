interface Pace {
  /** How many at once are free. */
  free: number;
  /** After that, one in so many milliseconds. */
  everyMs: number;
}

/** Only the most recent callers are remembered; anyone else starts anew. */
const maxKeys = 20_000;

/** Whether somebody comes faster than the pace; in this process and in memory. What is over it does not count. */
export function createPace({ free, everyMs }: Pace, now = () => performance.now()) {
  /** When everything is forgiven, by key, those who came last at the end. */
  const forgivenAt = new Map<string, number>();

  return (key: string, weight = 1): boolean => {
    const time = now();
    const at = Math.max(forgivenAt.get(key) ?? 0, time) + weight * everyMs;
    if (at > time + free * everyMs) return true;
    forgivenAt.delete(key);
    forgivenAt.set(key, at);
    for (const [oldest, theirs] of forgivenAt) {
      if (theirs > time && forgivenAt.size <= maxKeys) break;
      forgivenAt.delete(oldest);
    }
    return false;
  };
}
