import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
import { jobFlags } from '../platform/tracing/index.ts';
import type { Services } from '../services.ts';
import { keyedFlag, queuesWith } from './graphile-tables.ts';
import { type JobTurn, priorityOf, turnFlag } from './turns.ts';

/** A kind of job: its name and (only for the compiler) its payload. */
export interface JobType<Payload> {
  readonly name: string;
  readonly carries?: Payload;
}

export const jobType = <Payload>(name: string): JobType<Payload> => ({ name });

export interface JobHandler {
  name: string;
  run(payload: unknown, services: Services, signal: AbortSignal): Promise<void>;
  /** A crontab pattern in UTC, such as '7 * * * *', by which the job runs. */
  cron?: string;
  /** Mostly waits for others, perhaps for minutes: such jobs have slots of their own, and many more of them. */
  ioBound?: boolean;
}

export function onJob<Payload>(
  type: JobType<Payload>,
  run: (payload: Payload, services: Services, signal: AbortSignal) => Promise<void>,
  cron?: string,
): JobHandler {
  return { name: type.name, run: (payload, services, signal) => run(payload as Payload, services, signal), cron };
}

interface EnqueueOptions {
  runAt?: Date;
  /** The delay from now, by the database's clock, because that of this process may be wrong. */
  delayMs?: number;
  /** A second job with the same key replaces the first unless that one has started. */
  key?: string;
  /** Jobs of one queue run one after another. */
  queue?: string;
  maxAttempts?: number;
  turn?: JobTurn;
}

/** Adds a job within the caller's transaction: it exists exactly if the transaction commits. */
export async function enqueue<Payload>(
  db: Executor,
  type: JobType<Payload>,
  payload: Payload,
  options: EnqueueOptions = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(
    identifier => ${type.name}, payload => ${JSON.stringify(payload)}::json, run_at => ${runAt(options)},
    job_key => ${options.key ?? null}, queue_name => ${options.queue ?? null}, max_attempts => ${options.maxAttempts ?? null},
    priority => ${priority(options)}, flags => ${flags(options)}
  )`.execute(db);
}

function runAt({ runAt: at, delayMs }: EnqueueOptions): RawBuilder<unknown> {
  return delayMs === undefined
    ? sql`${at ?? null}::timestamptz`
    : sql`(now() + make_interval(secs => ${delayMs / 1000}))`;
}

const priority = ({ turn }: EnqueueOptions): RawBuilder<unknown> => (turn ? priorityOf(turn) : sql`null::int`);

function flags({ key, turn }: EnqueueOptions): RawBuilder<unknown> {
  const known = [...jobFlags(), ...(key === undefined ? [] : [keyedFlag])];
  return turn ? sql`array_append(${known}::text[], ${turnFlag(turn)})` : sql`${known}::text[]`;
}

/**
 * Queues any number of jobs of one kind with one statement. With `workspace`, they take turns with those of other
 * workspaces.
 */
export async function enqueueAll<Payload>(
  db: Executor,
  type: JobType<Payload>,
  payloads: readonly Payload[],
  { workspace, ...options }: { maxAttempts?: number; workspace?: string } = {},
): Promise<void> {
  const rows = sql<{
    payload: Payload;
    queue: string | null;
  }>`select job::json as payload, null::text as queue, place - 1 as before
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) with ordinality x (job, place)`;
  const turn = workspace === undefined ? undefined : { workspace, before: sql<number>`r.before` };
  await enqueueSelected(db, type, rows, { ...options, turn });
}

/**
 * Queues a job for every row of a query with one statement, which takes a tenth of the time of single ones. The turn
 * may name columns of the row `r`. Returns the number of jobs.
 */
export async function enqueueSelected<Payload>(
  db: Executor,
  type: JobType<Payload>,
  rows: RawBuilder<{ payload: Payload; queue: string | null }>,
  options: { maxAttempts?: number; delayMs?: number; turn?: JobTurn },
): Promise<number> {
  const spec = sql`(${type.name}, r.payload, r.queue, ${runAt(options)}, ${options.maxAttempts ?? null}::smallint,
    null, ${priority(options)}::smallint, ${flags(options)})::graphile_worker.job_spec`;
  const { rows: added } = await sql<{ number: number }>`select count(*) as number
    from graphile_worker.add_jobs(array(select ${spec} from (${rows}) r))`.execute(db);
  return added[0]!.number;
}

/** SQL: whether a queue has a job that runs or will run. One that has used up its attempts does neither. */
export const hasLiveJob = (queue: RawBuilder<string>): RawBuilder<boolean> =>
  sql`(${queue} in ${sql.raw(queuesWith('j.attempts < j.max_attempts or j.locked_at is not null'))})`;

/** SQL: whether a queue has a job that has not started. */
export const hasJobToBegin = (queue: RawBuilder<string>): RawBuilder<boolean> =>
  sql`(${queue} in ${sql.raw(queuesWith('j.attempts < j.max_attempts and j.locked_at is null'))})`;
