interface Pace {
  /** How many calls are free at once. */
  free: number;
  /** After that, one call in this many milliseconds. */
  everyMs: number;
}

/** Only the most recent callers are kept in memory; others start over. */
const maxKeys = 20_000;

/** Whether a caller exceeds the pace, in this process and in memory. Calls above the pace do not count. */
export function createPace({ free, everyMs }: Pace, now = () => performance.now()) {
  /** When all calls of a key are forgotten; the most recent keys are at the end. */
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
