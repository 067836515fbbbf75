import { sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
import { AppError } from '../errors.ts';

interface Limit {
  times: number;
  seconds: number;
}

/** Counts a try under the key and refuses it beyond the limit. One statement, so parallel tries all count. */
export async function throttle(db: Executor, key: string, { times, seconds }: Limit, message: string): Promise<void> {
  const { rows } = await sql<{ count: number; wait: number }>`
    insert into throttles as t (key, count, resets_at) values (${key}, 1, now() + make_interval(secs => ${seconds}))
    on conflict (key) do update set
      count = case when t.resets_at <= now() then 1 else t.count + 1 end,
      resets_at = case when t.resets_at <= now() then excluded.resets_at else t.resets_at end
    returning count, extract(epoch from resets_at - now())::float8 as wait`.execute(db);
  const { count, wait } = rows[0]!;
  if (count > times) throw new AppError('rate_limited', message, { retryAfter: Math.max(1, Math.ceil(wait)) });
}

/** Forgets the tries, after one succeeded. */
export async function forgive(db: Executor, key: string): Promise<void> {
  await db.deleteFrom('throttles').where('key', '=', key).execute();
}
