import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';

interface Limit {
  times: number;
  seconds: number;
}

/**
 * Counts this many attempts under the key, in the window that the first one started; returns how many there are and the
 * seconds until it ends. One statement, so parallel attempts all count.
 */
async function count(
  db: Executor,
  key: string,
  seconds: number,
  tries: number,
): Promise<{ count: number; wait: number }> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles as t (key, count, resets_at) values (${key}, ${tries}, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.resets_at <= now() then ${tries} else t.count + ${tries} end,
      resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as wait`.execute(db);
  return rows[0]!;
}

/** Counts attempts under the key and refuses those beyond the limit; returns how many there are. */
export async function throttle(
  db: Executor,
  key: string,
  { times, seconds }: Limit,
  message: string,
  tries = 1,
): Promise<number> {
  const counted = await count(db, key, seconds, tries);
  if (counted.count > times)
    throw new AppError('rate_limited', message, {
      retryAfter: Math.max(1, Math.ceil(counted.wait)),
      limit: limitOf(key),
    });
  return counted.count;
}

/** Counts an attempt under the key and returns how many there are; refuses nothing. */
export const countTry = async (db: Executor, key: string, seconds: number): Promise<number> =>
  (await count(db, key, seconds, 1)).count;

/** How many were counted in the window; nobody else counts before the transaction ends. */
export const lockTries = (tx: Executor, key: string, seconds: number) => count(tx, key, seconds, 0);

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

/** Undoes one counted attempt. */
export async function decrementThrottle(db: Executor, key: string): Promise<void> {
  await sql`update throttles set count = count - 1 where key = ${key} and count > 0`.execute(db);
}

/** Deletes the counted attempts after a success. */
export async function resetThrottle(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}

/** Deletes counts of past windows. */
export async function deleteExpiredThrottles(db: Executor): Promise<void> {
  await sql`delete from throttles where resets_at < now()`.execute(db);
}

/** The limit that a key belongs to: its first word. The rest names people and networks. */
export const limitOf = (key: string): string => key.split(' ', 1)[0]!;
