import { AppError } from '../../errors.ts';

interface Bounds {
  /** The limit for all keys together. */
  total?: number;
  /** The limit for one key. */
  perKey?: number;
  /** How many of one key may wait; more are refused. */
  waitingPerKey?: number;
  /** How many of all keys may wait; beyond that, the key with the most loses the request that has waited longest. */
  waiting?: number;
  /** The latest request of a key comes first. */
  newestFirst?: boolean;
  refusal?: () => Error;
}

interface Wish {
  /** What it takes of `total` and `perKey`: 1, or a number of bytes. */
  cost?: number;
  /** Everything else comes first. */
  inBackground?: boolean;
  /** An aborted caller loses their turn. */
  signal?: AbortSignal;
}

interface Waiting {
  cost: number;
  enter(): void;
  refuse(error: unknown): void;
}

const tooMany = () =>
  new AppError('rate_limited', 'Too many requests at once. Wait a moment.', { retryAfter: 1, limit: 'at once' });

/**
 * Turns at something shared in this process. Keys (a person, a workspace) take turns, however many requests each of
 * them has waiting. `take` resolves to a function to call, once, when the turn is over. `keys()` is the number of keys
 * that have a turn.
 */
export function createTurns(bounds: Bounds) {
  const { total = Number.POSITIVE_INFINITY, waiting = Number.POSITIVE_INFINITY, refusal = tooMany } = bounds;
  const perKey = Math.min(bounds.perKey ?? total, total);
  const held = new Map<string, number>();
  let used = 0;
  /** The waiting requests of each key, in the order of the keys' turns. The second map is for the background. */
  const rings = [new Map<string, Waiting[]>(), new Map<string, Waiting[]>()] as const;

  /**
   * Undefined if nothing can be admitted. A request that needs more than is free is not overtaken, or it would wait
   * forever.
   */
  function next() {
    for (const ring of rings)
      for (const [key, queue] of ring) {
        const index = bounds.newestFirst ? queue.length - 1 : 0;
        const { cost } = queue[index]!;
        if ((held.get(key) ?? 0) + cost <= perKey)
          return used + cost <= total ? { ring, key, queue, index } : undefined;
      }
    return undefined;
  }

  function admit(): void {
    for (let one = next(); one; one = next()) {
      const { ring, key, queue, index } = one;
      const [{ cost, enter }] = queue.splice(index, 1) as [Waiting];
      toEnd(ring, key);
      held.set(key, (held.get(key) ?? 0) + cost);
      used += cost;
      enter();
    }
  }

  function toEnd(ring: Map<string, Waiting[]>, key: string): void {
    const queue = ring.get(key);
    ring.delete(key);
    if (queue?.length) ring.set(key, queue);
  }

  function leave(key: string, cost: number): void {
    used -= cost;
    const left = held.get(key)! - cost;
    if (left > 0) held.set(key, left);
    else held.delete(key);
    // Keys that came during its turn go first.
    for (const ring of rings) toEnd(ring, key);
    admit();
  }

  function dropOldest(): void {
    const queues = rings.flatMap((ring) => [...ring].map(([key, queue]) => ({ ring, key, queue })));
    if (queues.reduce((sum, { queue }) => sum + queue.length, 0) <= waiting) return;
    const longest = queues.reduce((a, b) => (b.queue.length > a.queue.length ? b : a));
    longest.queue.shift()!.refuse(refusal());
    if (longest.queue.length === 0) longest.ring.delete(longest.key);
  }

  async function take(key: string, wish: Wish = {}): Promise<() => void> {
    const { inBackground = false, signal } = wish;
    signal?.throwIfAborted();
    const cost = Math.min(wish.cost ?? 1, perKey);
    const ring = rings[inBackground ? 1 : 0];
    await new Promise<void>((enter, refuse) => {
      const queue = ring.get(key) ?? [];
      const waits: Waiting = { cost, enter, refuse };
      queue.push(waits);
      ring.set(key, queue);
      admit();
      if (!queue.includes(waits)) return;
      if (queue.length > (bounds.waitingPerKey ?? Number.POSITIVE_INFINITY)) {
        queue.pop();
        if (queue.length === 0) ring.delete(key);
        refuse(refusal());
        return;
      }
      dropOldest();
      signal?.addEventListener('abort', () => {
        const at = queue.indexOf(waits);
        if (at === -1) return;
        queue.splice(at, 1);
        if (queue.length === 0) ring.delete(key);
        refuse(signal.reason);
        // It may have blocked others.
        admit();
      });
    });
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      leave(key, cost);
    };
  }

  return { take, keys: () => held.size };
}

export type Turns = ReturnType<typeof createTurns>;
