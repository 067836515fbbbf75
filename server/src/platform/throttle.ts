import { sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
import { AppError } from '../errors.ts';
import { limitOf } from './allowance.ts';

interface Limit {
  times: number;
  seconds: number;
}

/** Counts tries under the key and refuses beyond the limit; answers how many there are. One statement, so parallel tries all count. */
export async function throttle(
  db: Executor,
  key: string,
  { times, seconds }: Limit,
  message: string,
  tries = 1,
): Promise<number> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles as t (key, count, resets_at) values (${key}, ${tries}, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.resets_at <= now() then ${tries} else t.count + ${tries} end,
      resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as wait`.execute(db);
  const { count, wait } = rows[0]!;
  if (count > times)
    throw new AppError('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(wait)), limit: limitOf(key) });
  return count;
}

/** Counts a try under the key, in the window that the first one began, and answers how many there are; refuses nothing. */
export async function countTry(db: Executor, key: string, seconds: number): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`insert into throttles as t (key, count, resets_at) values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.resets_at <= now() then 1 else t.count + 1 end,
      resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
    returning count`.execute(db);
  return rows[0]!.count;
}

/** How many were counted in the window. */
export async function triesOf(db: Executor, key: string): Promise<number> {
  const row = await db
    .selectFrom('throttles')
    .select('count')
    .where('key', '=', key)
    .where('resets_at', '>', sql<Date>`now()`)
    .executeTakeFirst();
  return row?.count ?? 0;
}

/** How many were counted in the window; nobody else counts before the transaction ends. */
export async function lockTries(tx: Executor, key: string, seconds: number): Promise<{ count: number; wait: number }> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles as t (key, count, resets_at) values (${key}, 0, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.resets_at <= now() then 0 else t.count end,
      resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as wait`.execute(tx);
  return rows[0]!;
}

/** Undoes one counted attempt. */
export async function decrementThrottle(db: Executor, key: string): Promise<void> {
  await sql`update throttles set count = count - 1 where key = ${key} and count > 0`.execute(db);
}

/** Deletes the counted attempts after one succeeded. */
export async function resetThrottle(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}

/** One network address, as far as throttling goes: of IPv6 everybody has a whole /64. */
export function network(ip: string): string {
  return ip.includes(':') && !ip.includes('.') ? expand(ip).slice(0, 4).join(':') : ip;
}

/** The neighborhood of an address, for questions that one needs to ask rarely: of IPv4 the /24, of IPv6 the /64. */
export function wideNetwork(ip: string): string {
  const [, v4] = /^(?:::ffff:)?(\d+\.\d+\.\d+)\.\d+$/i.exec(ip) ?? [];
  return v4 ?? network(ip);
}

function expand(ip: string): string[] {
  const [head = '', tail] = ip.split('::');
  const [before, after] = [head.split(':').filter(Boolean), (tail ?? '').split(':').filter(Boolean)];
  return [...before, ...Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0'), ...after];
}

/** Those whose time is over. */
export async function deleteExpiredThrottles(db: Executor): Promise<void> {
  await sql`delete from throttles where resets_at < now()`.execute(db);
}
