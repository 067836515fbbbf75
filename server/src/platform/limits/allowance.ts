import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import { limitOf } from './window.ts';

interface Allowance {
  /** How many attempts may be in progress or have failed recently. */
  max: number;
  /** How long until one of them no longer counts. */
  secondsEach: number;
}

/**
 * Takes one of the allowed attempts, or returns when there will be one again. Successful attempts are given back, so
 * that in the end only failures count, and yet only the allowed number is in progress at a time. One statement, by the
 * database's clock.
 */
export async function takeAllowance(
  db: Executor,
  key: string,
  { max, secondsEach }: Allowance,
  message: string,
): Promise<void> {
  const each = sql`make_interval(secs => ${secondsEach})`;
  const { rows } = await sql`
    insert into allowances as a (key, free_at) values (${key}, clock_timestamp() + ${each})
    on conflict (key) do update set free_at = greatest(a.free_at, clock_timestamp()) + ${each}
    where a.free_at <= clock_timestamp() + ${each} * ${max - 1}
    returning key`.execute(db);
  if (rows.length === 0) throw new AppError('rate_limited', message, { retryAfter: secondsEach, limit: limitOf(key) });
}

export async function giveBackAllowance(db: Executor, key: string, { secondsEach }: Allowance): Promise<void> {
  await sql`update allowances set free_at = free_at - make_interval(secs => ${secondsEach}) where key = ${key}`.execute(
    db,
  );
}

/** Deletes rows without attempts that count. */
export async function deleteExpiredAllowances(db: Executor): Promise<void> {
  await sql`delete from allowances where free_at < now()`.execute(db);
}
