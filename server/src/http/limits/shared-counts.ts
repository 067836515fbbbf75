import type { Pool } from '../../db/pool.ts';
import { allowAlone, type Bucket, openBucket, receive, refund, shouldAsk, spend } from './bucket.ts';

/** Counts a caller’s calls per minute, for all processes together. */
export interface SharedCounts {
  /**
   * Returns 0 if the call may pass, otherwise the milliseconds until the next one may. Returns a promise only if it has
   * to ask the database.
   */
  take(key: string, max: number): number | Promise<number>;
  /**
   * The milliseconds until the next call may pass, as far as is known; 0 if one may pass now or nothing is known.
   * Counts nothing.
   */
  waitOf(key: string): number;
  /** Takes back a call that was let through. */
  giveBack(key: string): void;
}

/** Callers kept in memory; beyond that, the oldest are forgotten. */
const maxCallers = 50_000;
const maxAtOnce = 500;
/** A request waits no longer than this for the count; after a timeout nobody asks for this long. */
const usualPatienceMs = 1_000;

/**
 * Grants like `grantOf`; the window starts with the first query and ends by the database's clock. Sorted, so that two
 * processes lock rows in the same order.
 */
const reserveText = `
  insert into request_counts as r (key, most, used, granted, resets_at)
  select key, most, unreported + granted, granted, now() + interval '1 minute'
  from unnest($1::text[], $2::int[], $3::int[]) as a (key, most, unreported)
  cross join lateral (select ${grantedText('a.most', 'a.most - a.unreported')} as granted) g order by key
  on conflict (key) do update set (most, used, granted, resets_at) = (
    select excluded.most, b.used + b.unreported + g.granted, g.granted, b.resets_at from (
      select case when r.resets_at <= now() then 0 else r.used end as used, excluded.used - excluded.granted as unreported,
        case when r.resets_at <= now() then excluded.resets_at else r.resets_at end as resets_at) b
    cross join lateral (select ${grantedText('excluded.most', 'excluded.most - b.used - b.unreported')} as granted) g)
  returning key, granted, extract(epoch from resets_at - now())::float8 * 1000 as ms`;

function grantedText(max: string, left: string): string {
  return `greatest(0, least(greatest(1, ${max} / 20), ${left}, greatest(1, (${left}) / 8)))`;
}

interface Waiting {
  bucket: Bucket;
  done: Promise<void>;
  end(): void;
}

const now = () => performance.now();

export function createSharedCounts(pool: Pick<Pool, 'query'>, patienceMs = usualPatienceMs): SharedCounts {
  const buckets = new Map<string, Bucket>();
  const asking = new Map<string, Waiting>();
  let isSending = false;
  let awayUntil = 0;

  function bucketOf(key: string, max: number): Bucket {
    const known = buckets.get(key);
    if (known && known.endsAt > now()) return known;
    buckets.delete(key);
    if (buckets.size >= maxCallers) buckets.delete(buckets.keys().next().value!);
    const bucket = openBucket(max, now());
    buckets.set(key, bucket);
    return bucket;
  }

  /** Resolves once the bucket knows more. Queries for many callers become one statement. */
  function ask(key: string, bucket: Bucket): Promise<void> {
    const before = asking.get(key);
    if (before?.bucket === bucket) return before.done;
    if (awayUntil > now()) {
      allowAlone(bucket);
      return Promise.resolve();
    }
    let end = () => {};
    const done = new Promise<void>((resolve) => {
      end = resolve;
    });
    asking.set(key, { bucket, done, end });
    if (!isSending) {
      isSending = true;
      setImmediate(() => void sendAll());
    }
    return done;
  }

  async function sendAll(): Promise<void> {
    while (asking.size > 0) {
      const batch = [...asking].slice(0, maxAtOnce);
      await send(batch);
      for (const [key, waiting] of batch) {
        if (asking.get(key) === waiting) asking.delete(key);
        waiting.end();
      }
    }
    isSending = false;
  }

  async function send(batch: readonly [string, Waiting][]): Promise<void> {
    const reported = batch.map(([, { bucket }]) => bucket.unreported);
    const values = [batch.map(([key]) => key), batch.map(([, { bucket }]) => bucket.max), reported];
    try {
      const asked = pool.query<{ key: string; granted: number; ms: number }>(reserveText, values);
      const { rows } = await inTime(asked, patienceMs);
      const answers = new Map(rows.map((row) => [row.key, row]));
      for (const [n, [key, { bucket }]] of batch.entries()) {
        const { granted, ms } = answers.get(key)!;
        receive(bucket, { granted, reported: reported[n]!, resetsInMs: ms }, now());
      }
    } catch {
      awayUntil = now() + patienceMs;
      for (const [, { bucket }] of batch) allowAlone(bucket);
    }
  }

  async function wait(key: string, bucket: Bucket): Promise<number> {
    for (;;) {
      await ask(key, bucket);
      if (spend(bucket)) return 0;
      if (bucket.isUsedUp) return Math.max(1, bucket.endsAt - now());
    }
  }

  return {
    take(key, max) {
      const bucket = bucketOf(key, max);
      if (spend(bucket)) {
        if (shouldAsk(bucket)) void ask(key, bucket);
        return 0;
      }
      return bucket.isUsedUp ? Math.max(1, bucket.endsAt - now()) : wait(key, bucket);
    },
    waitOf(key) {
      const bucket = buckets.get(key);
      return bucket?.isUsedUp && bucket.left < 1 ? Math.max(0, bucket.endsAt - now()) : 0;
    },
    giveBack(key) {
      const bucket = buckets.get(key);
      if (bucket) refund(bucket);
    },
  };
}

/** A hanging database must not delay requests that only need to be counted. */
async function inTime<T>(query: Promise<T>, patienceMs: number): Promise<T> {
  query.catch(() => {});
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const refuse = () => reject(new Error('The database does not answer in time.'));
    // After the process was stopped, an answer that has already arrived is read first.
    timer = setTimeout(() => setImmediate(refuse), patienceMs);
  });
  return Promise.race([query, late]).finally(() => clearTimeout(timer));
}
