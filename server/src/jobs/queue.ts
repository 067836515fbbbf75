import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
import { jobFlags } from '../platform/tracing/index.ts';
import type { Services } from '../services.ts';

/** A kind of job: its name, and (only for the compiler) what it carries. */
export interface JobType<Payload> {
  readonly name: string;
  readonly carries?: Payload;
}

export const jobType = <Payload>(name: string): JobType<Payload> => ({ name });

export interface JobHandler {
  name: string;
  run(payload: unknown, services: Services, signal: AbortSignal): Promise<void>;
  /** Runs by the clock, UTC: a crontab pattern such as '7 * * * *'. */
  cron?: string;
  /** Mostly waits for others, perhaps for minutes: such jobs have slots of their own, and many more of them. */
  patient?: boolean;
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
  /** From now on, by the database's clock: that of this process may be wrong. */
  delayMs?: number;
  /** A second job with the same key replaces the first while that has not begun. */
  key?: string;
  /** Jobs of one queue run one after another. */
  queue?: string;
  maxAttempts?: number;
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
    flags => ${jobFlags()}::text[]
  )`.execute(db);
}

function runAt({ runAt: at, delayMs }: EnqueueOptions) {
  return delayMs === undefined ? (at ?? null) : sql`now() + make_interval(secs => ${delayMs / 1000})`;
}

/** Any number of jobs of one kind with one statement. */
export async function enqueueAll<Payload>(
  db: Executor,
  type: JobType<Payload>,
  payloads: readonly Payload[],
  options: { maxAttempts?: number } = {},
): Promise<void> {
  const rows = sql<{ payload: Payload; queue: string | null }>`select job::json as payload, null::text as queue
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) job`;
  await enqueueSelected(db, type, rows, options);
}

/** A job for every row of a query, with one statement: a tenth of the time of one after another. Answers how many there were. */
export async function enqueueSelected<Payload>(
  db: Executor,
  type: JobType<Payload>,
  rows: RawBuilder<{ payload: Payload; queue: string | null }>,
  options: { maxAttempts?: number; delayMs?: number },
): Promise<number> {
  const spec = sql`(${type.name}, r.payload, r.queue, (${runAt(options)})::timestamptz, ${options.maxAttempts ?? null}::smallint,
    null, null, ${jobFlags()}::text[])::graphile_worker.job_spec`;
  const { rows: added } = await sql<{ number: number }>`select count(*) as number
    from graphile_worker.add_jobs(array(select ${spec} from (${rows}) r))`.execute(db);
  return added[0]!.number;
}

/**
 * SQL: the names of queues with such a job `j`. All of them, since the jobs have no index by queue: asked row by row, the
 * table would be read for each.
 */
const queuesWith = (condition: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`(select q.queue_name from graphile_worker._private_jobs j join graphile_worker._private_job_queues q on q.id = j.job_queue_id
    where ${condition})`;

/** SQL: whether a queue has a job that runs or will run. One that has used up its tries does neither. */
export const hasLiveJob = (queue: RawBuilder<string>): RawBuilder<boolean> =>
  sql`(${queue} in ${queuesWith(sql`j.attempts < j.max_attempts or j.locked_at is not null`)})`;

/** SQL: whether a queue has a job that has not begun. */
export const hasJobToBegin = (queue: RawBuilder<string>): RawBuilder<boolean> =>
  sql`(${queue} in ${queuesWith(sql`j.attempts < j.max_attempts and j.locked_at is null`)})`;
