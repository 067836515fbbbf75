import type { Pool } from '../../db/pool.ts';

const aliveFor = `interval '10 minutes'`;
/** Deletes only the rows of older backups; their files belong to the operator. */
const keptFor = `interval '400 days'`;

interface Begun {
  id: string;
  file: string;
  scheduled: boolean;
}

/**
 * Returns false if a scheduled backup is being made elsewhere. A backup without a recent heartbeat counts as
 * interrupted.
 */
export async function beginBackup(pool: Pool, { id, file, scheduled }: Begun): Promise<boolean> {
  await pool.query(`update backups set ended_at = now(), problem = 'It was interrupted.'
    where ended_at is null and alive_until < now()`);
  await pool.query(`delete from backups where started_at < now() - ${keptFor}`);
  const { rowCount } = await pool.query(
    `insert into backups (id, file, scheduled, alive_until) values ($1, $2, $3, now() + ${aliveFor}) on conflict do nothing`,
    [id, file, scheduled],
  );
  return rowCount === 1;
}

/** Returns false if this backup was counted as interrupted. */
export async function stayAlive(pool: Pool, id: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update backups set alive_until = now() + ${aliveFor} where id = $1 and ended_at is null`,
    [id],
  );
  return rowCount === 1;
}

export async function endBackup(
  pool: Pool,
  id: string,
  result: { problem: string } | { bytes: number; missing: number; baseId: string | null },
): Promise<void> {
  const { problem, bytes, missing, baseId } = { problem: null, bytes: null, missing: null, baseId: null, ...result };
  await pool.query(
    `update backups set ended_at = now(), problem = $2, bytes = $3, missing = $4, base_id = $5
     where id = $1 and ended_at is null`,
    [id, problem, bytes, missing, baseId],
  );
}

/** Whether the last complete scheduled backup started at least this many seconds ago and no other is being made. */
export async function isBackupDue(pool: Pool, everySeconds: number): Promise<boolean> {
  const { rows } = await pool.query<{ due: boolean }>(
    `select not exists (select from backups where scheduled
       and (ended_at is null and alive_until > now()
         or ended_at is not null and problem is null and started_at > now() - make_interval(secs => $1))) as due`,
    [everySeconds],
  );
  return rows[0]!.due;
}

/** When the last complete backup was started; null if there is none. */
export async function lastBackupAt(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>(
    'select max(started_at) as at from backups where ended_at is not null and problem is null',
  );
  return rows[0]!.at;
}
