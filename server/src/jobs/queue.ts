import { sql } from 'kysely';
import type { Executor } from '../db/pool.ts';
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
    identifier => ${type.name}, payload => ${JSON.stringify(payload)}::json, run_at => ${options.runAt ?? null},
    job_key => ${options.key ?? null}, queue_name => ${options.queue ?? null}, max_attempts => ${options.maxAttempts ?? null}
  )`.execute(db);
}

/** Any number of jobs of one kind with one statement. */
export async function enqueueAll<Payload>(
  db: Executor,
  type: JobType<Payload>,
  payloads: readonly Payload[],
  options: { maxAttempts?: number } = {},
): Promise<void> {
  await sql`select graphile_worker.add_job(identifier => ${type.name}, payload => job::json, max_attempts => ${options.maxAttempts ?? null})
    from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) job`.execute(db);
}
