import { setTimeout as wait } from 'node:timers/promises';
import { Logger, runOnce, type Task } from 'graphile-worker';
import type { Pool } from '../db/pool.ts';

const silent = new Logger(() => () => {});
const pollMs = 5;

/**
 * Runs jobs of these kinds until none is due and all of them have ended. Graphile asks for the next job while it still
 * records the end of the one before, and so misses jobs of the same queue: they are asked for again.
 */
export async function runDueJobs(
  pool: Pool,
  handlers: readonly { name: string; run(payload: unknown): Promise<void> }[],
): Promise<void> {
  const names = handlers.map(({ name }) => name);
  do {
    const workers = new Set<string>();
    const tasks = handlers.map(({ name, run }): [string, Task] => [
      name,
      async (payload, { job }) => {
        workers.add(job.locked_by!);
        await run(payload);
      },
    ]);
    await runOnce({ pgPool: pool, logger: silent, taskList: Object.fromEntries(tasks) });
    while (await holdAny(pool, [...workers])) await wait(pollMs);
  } while (await isAnyDue(pool, names));
}

async function holdAny(pool: Pool, workers: readonly string[]): Promise<boolean> {
  if (workers.length === 0) return false;
  const { rows } = await pool.query(
    `select from graphile_worker._private_jobs where locked_by = any($1)
     union all select from graphile_worker._private_job_queues where locked_by = any($1)`,
    [workers],
  );
  return rows.length > 0;
}

async function isAnyDue(pool: Pool, names: readonly string[]): Promise<boolean> {
  const { rows } = await pool.query(
    `select from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       left join graphile_worker._private_job_queues q on q.id = j.job_queue_id
     where t.identifier = any($1) and j.run_at <= now() and j.attempts < j.max_attempts and j.locked_at is null
       and q.locked_at is null limit 1`,
    [names],
  );
  return rows.length > 0;
}
