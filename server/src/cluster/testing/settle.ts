import { deepEqual } from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { eventually } from './retrying-client.ts';
import type { Cluster } from './start-cluster.ts';

/** Waits until nothing is left to do. Jobs that wait for another attempt are made due earlier. */
export async function settle({ services: { pool } }: Cluster): Promise<void> {
  let left: unknown[] = [];
  const described = () => `end of all jobs: ${left.map((job) => JSON.stringify(job)).join('\n')}`;
  await eventually(described, async () => {
    await pool.query('update graphile_worker._private_jobs set run_at = now() where attempts > 0 and run_at > now()');
    ({ rows: left } = await pool.query(
      `select t.identifier, j.payload, j.attempts, j.locked_at, j.locked_by, j.run_at, j.last_error, now()
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where locked_at is not null or (run_at <= now() and attempts < max_attempts)`,
    ));
    return left.length === 0 || undefined;
  });
}

/** Checks that no job has used up its attempts, no absent worker holds a lock, and no process ended unexpectedly. */
export async function checkJobs({ services: { pool }, processes }: Cluster): Promise<void> {
  const rows = async (text: string) => (await pool.query(text)).rows;
  deepEqual(
    processes.flatMap(({ deaths }) => deaths),
    [],
  );
  const failed = `select t.identifier, j.last_error from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id where j.locked_at is null and j.attempts >= j.max_attempts`;
  deepEqual(await rows(failed), []);
  deepEqual(await rows(`select id, status from transfers where status in ('pending', 'running')`), []);
  deepEqual(await rows('select transfer_id from transfer_uploads'), []);
  // Each worker has two lanes. Scheduled jobs may be in progress at any moment, but not for good.
  const lanes = processes.filter(({ role }) => role === 'worker').length * 2;
  const lost = 'locked_by is not null and locked_by not in (select worker_id from worker_heartbeats)';
  await eventually('moment with nothing stuck', async () => {
    const [found] = await rows(`select (select count(*)::int from worker_heartbeats) as lanes,
      (select count(*)::int from graphile_worker._private_jobs where ${lost}) as jobs,
      (select count(*)::int from graphile_worker._private_job_queues where ${lost}) as queues,
      (select count(*)::int from batches where status in ('pending', 'running')) as batches`);
    return isDeepStrictEqual(found, { lanes, jobs: 0, queues: 0, batches: 0 }) || undefined;
  });
}
