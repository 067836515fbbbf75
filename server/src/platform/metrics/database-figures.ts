import type { Pool } from '../../db/pool.ts';
import { dueJobs, fromGivenUp, fromRunning } from '../../jobs/graphile-tables.ts';
import { idAt } from '../uuid.ts';

/** Figures from the database about the work of all processes. */
export interface DatabaseFigures {
  /** Jobs that are due and not taken by a worker. Those behind another job of their queue are left out. */
  ready: number;
  oldestReadySeconds: number;
  running: number;
  /** Jobs that have used up their attempts. */
  givenUp: number;
  /** Two for each running worker. */
  workerLanes: number;
  dueSyncs: number;
  oldestDueSeconds: number;
  transfersPending: number;
  transfersRunning: number;
  transfersPaused: number;
  /** Among those started within a day. */
  transfersFailed: number;
  uploadsOpen: number;
  /** They should have been deleted more than two hours ago. */
  uploadsStuck: number;
  /**
   * Seconds since the last complete backup was started or, if there was none, since the first attempt. NaN without an
   * attempt.
   */
  lastBackupSeconds: number;
}

/** Nothing is counted beyond this, because nobody needs the difference between many and very many. */
const countedAtMost = 10_000;
const dayMs = 24 * 3_600_000;

const bounded = (rows: string) => `(select count(*)::int from (select 1 ${rows} limit ${countedAtMost}) bounded)`;
const seconds = (moment: string) => `coalesce(greatest(extract(epoch from now() - ${moment}), 0), 0)::float`;
const openTransfers = (status: string) => bounded(`from transfers where status = '${status}'`);

/** One statement, along indexes where the tables can be long. $1: the first id of the last day. $2: WORKER_LOST_AFTER. */
const statement = `
  with ready as materialized (
    ${dueJobs(countedAtMost)})
  select (select count(*)::int from ready) as "ready",
    (select ${seconds('min(run_at)')} from ready) as "oldestReadySeconds",
    ${bounded(fromRunning)} as "running",
    ${bounded(fromGivenUp)} as "givenUp",
    (select count(*)::int from worker_heartbeats where seen_at > now() - make_interval(secs => $2)) as "workerLanes",
    ${bounded('from source_accounts where next_sync_at <= now()')} as "dueSyncs",
    (select ${seconds('min(next_sync_at)')} from source_accounts where next_sync_at <= now()) as "oldestDueSeconds",
    ${openTransfers('pending')} as "transfersPending",
    ${openTransfers('running')} as "transfersRunning",
    ${openTransfers('paused')} as "transfersPaused",
    ${bounded(`from transfers where id >= $1 and status = 'failed'`)} as "transfersFailed",
    ${bounded('from uploads where document_id is null')} as "uploadsOpen",
    ${bounded(`from uploads where expires_at < now() - interval '2 hours'`)} as "uploadsStuck",
    (select coalesce(extract(epoch from now() - coalesce(
        max(started_at) filter (where ended_at is not null and problem is null), min(started_at))), 'NaN')::float
      from backups) as "lastBackupSeconds"`;

/** Returns null if the database does not answer in time. */
export async function readDatabaseFigures(
  pool: Pool,
  lostAfterSeconds: number,
  patienceMs: number,
): Promise<DatabaseFigures | null> {
  const since = idAt(new Date(Date.now() - dayMs));
  const rows = await inTime(pool.query<DatabaseFigures>(statement, [since, lostAfterSeconds]), patienceMs);
  return rows?.[0] ?? null;
}

interface PausedApp {
  source: string;
  kind: string;
  seconds: number;
}

const pausedText = `select source, kind, max(extract(epoch from paused_until - now()))::float8 as seconds
  from app_pauses where paused_until > now() group by source, kind`;

/** Without the database there is nothing to report, and the other figures are needed all the more. */
export const readPausedApps = async (pool: Pool, patienceMs: number): Promise<PausedApp[]> =>
  (await inTime(pool.query<PausedApp>(pausedText), patienceMs)) ?? [];

async function inTime<T>(asked: Promise<{ rows: T[] }>, patienceMs: number): Promise<T[] | null> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<null>((resolve) => {
    // After the process was stopped, an answer that has already arrived is read first.
    timer = setTimeout(() => setImmediate(resolve, null), patienceMs);
  });
  const rows = asked.then(
    (answer) => answer.rows,
    () => null,
  );
  return Promise.race([rows, tooLate]).finally(() => clearTimeout(timer));
}
