import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';

const aliveFor = sql`interval '10 minutes'`;
/** Rows of older ones go; their files are the operator’s. */
const keptFor = sql`interval '400 days'`;

interface Begun {
  id: string;
  file: string;
  scheduled: boolean;
}

/** False: a scheduled one is being made elsewhere. One that has not given a sign of life is taken for dead. */
export async function beginBackup(db: Executor, { id, file, scheduled }: Begun): Promise<boolean> {
  await sql`update backups set ended_at = now(), problem = 'It was interrupted.'
    where ended_at is null and alive_until < now()`.execute(db);
  await sql`delete from backups where started_at < now() - ${keptFor}`.execute(db);
  const { numAffectedRows } = await sql`insert into backups (id, file, scheduled, alive_until)
    values (${id}, ${file}, ${scheduled}, now() + ${aliveFor}) on conflict do nothing`.execute(db);
  return numAffectedRows === 1n;
}

/** False: it was taken for dead. */
export async function stayAlive(db: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update backups set alive_until = now() + ${aliveFor}
    where id = ${id} and ended_at is null`.execute(db);
  return numAffectedRows === 1n;
}

export async function endBackup(
  db: Executor,
  id: string,
  result: { problem: string } | { bytes: number; missing: number; baseId: string | null },
): Promise<void> {
  const { problem, bytes, missing, baseId } = { problem: null, bytes: null, missing: null, baseId: null, ...result };
  await sql`update backups set ended_at = now(), problem = ${problem}, bytes = ${bytes}, missing = ${missing}, base_id = ${baseId}
    where id = ${id} and ended_at is null`.execute(db);
}

/** Whether the last complete scheduled backup was started so many seconds ago, and none is being made. */
export async function isBackupDue(db: Executor, everySeconds: number): Promise<boolean> {
  const { rows } = await sql<{ due: boolean }>`select not exists (select from backups where scheduled
      and (ended_at is null and alive_until > now()
        or ended_at is not null and problem is null and started_at > now() - make_interval(secs => ${everySeconds}))) as due`.execute(
    db,
  );
  return rows[0]!.due;
}

/** When the last complete one was started; null: there is none. */
export async function lastBackupAt(db: Executor): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select max(started_at) as at from backups
    where ended_at is not null and problem is null`.execute(db);
  return rows[0]!.at;
}
