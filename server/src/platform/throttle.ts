import { sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
import { AppError } from '../errors.ts';

interface Limit {
  times: number;
  seconds: number;
}

/** Counts tries under the key and refuses beyond the limit. One statement, so parallel tries all count. */
export async function throttle(
  db: Executor,
  key: string,
  { times, seconds }: Limit,
  message: string,
  tries = 1,
): Promise<void> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles as t (key, count, resets_at) values (${key}, ${tries}, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.resets_at <= now() then ${tries} else t.count + ${tries} end,
      resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as wait`.execute(db);
  const { count, wait } = rows[0]!;
  if (count > times) throw new AppError('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(wait)) });
}

/** Forgets the tries, after one succeeded. */
export async function forgive(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}

/** One network address, as far as throttling goes: of IPv6 everybody has a whole /64. */
export function network(ip: string): string {
  return ip.includes(':') && !ip.includes('.') ? expand(ip).slice(0, 4).join(':') : ip;
}

function expand(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const [before, after] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}
