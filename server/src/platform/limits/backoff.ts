import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { limitOf } from './window.ts';

interface Slowness {
  /** How many attempts are free; the next one waits four seconds, and each one after it twice as long. */
  free: number;
  /** The longest wait; an attempt after it is let through. */
  maxSeconds: number;
  /** How long without an attempt until nothing counts any more. */
  resetSeconds: number;
}

/**
 * Lets an attempt through, or returns how long to wait. Unlike a throttle it never blocks anybody for long. One
 * statement, so that of many simultaneous attempts only the free ones pass; and by the clock rather than by the
 * statement's start, because it may have waited for the others. After a success, `resetAttempts` undoes it.
 */
export async function slowDown(
  db: Executor,
  key: string,
  { free, maxSeconds, resetSeconds }: Slowness,
  message: string,
): Promise<void> {
  const { rows } = await sql`
    insert into slowed_tries as t (key, tries, next_try_at, resets_at)
    values (${key}, 1, clock_timestamp() + ${wait(sql`1`)}, now() + make_interval(secs => ${resetSeconds}))
    on conflict (key) do update set
      tries = case when t.resets_at <= now() then 1 else t.tries + 1 end,
      next_try_at = clock_timestamp() + case when t.resets_at <= now() then ${wait(sql`1`)} else ${wait(sql`t.tries + 1`)} end,
      resets_at = excluded.resets_at
    where t.next_try_at <= clock_timestamp() or t.resets_at <= now()
    returning key`.execute(db);
  if (rows.length === 0)
    throw new AppError('rate_limited', message, { retryAfter: await secondsLeft(db, key), limit: limitOf(key) });

  function wait(tries: ReturnType<typeof sql>) {
    return sql`make_interval(secs => case when ${tries} < ${free} then 0
      else least(${maxSeconds}, 2 ^ least(20, ${tries} - ${free} + 2)) end)`;
  }
}

async function secondsLeft(db: Executor, key: string): Promise<number> {
  const row = await db
    .selectFrom('slowed_tries')
    .select(sql<number>`extract(epoch from next_try_at - now())::float8`.as('seconds'))
    .where('key', '=', key)
    .executeTakeFirst();
  return Math.max(1, Math.ceil(row?.seconds ?? 1));
}

/** Resets the attempts of somebody who has proved who they are. */
export async function resetAttempts(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('slowed_tries').where('key', '=', key).execute();
}

/** Deletes rows that no longer delay anybody. */
export async function deleteExpiredAttempts(db: Executor): Promise<void> {
  await sql`delete from slowed_tries where resets_at < now()`.execute(db);
}
