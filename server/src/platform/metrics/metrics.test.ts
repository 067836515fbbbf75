import { freePort } from '@sheaf/sandbox';
import { forThisFile } from '@sheaf/sandbox/testing';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { serveMetrics } from '../../http/metrics.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { testApp } from '../../testing/test-app.ts';
import { createCounters, createMetrics } from './index.ts';

const t = await forThisFile(testApp());

const seriesValue = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.split(' ')[1];

test('reports the queue, its oldest job, failed jobs and live workers', async () => {
  const { db, pool } = t.services;
  const type = jobType<object>('metrics.test');
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);
  await enqueue(db, type, {}, { runAt: ago(10) });
  await enqueue(db, type, {}, { runAt: ago(60), queue: 'busy', key: 'waits for its queue' });
  await enqueue(db, type, {}, { runAt: ago(-60), key: 'later' });
  await enqueue(db, type, {}, { runAt: ago(90), key: 'given up', maxAttempts: 1 });
  await enqueue(db, type, {}, { runAt: ago(90), key: 'running' });
  await sql`update graphile_worker._private_jobs set attempts = max_attempts where key = 'given up'`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where key = 'running'`.execute(
    db,
  );
  await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'w' where queue_name = 'busy'`.execute(
    db,
  );
  await sql`insert into worker_heartbeats (worker_id, seen_at) values
    ('one', now()), ('two', now()), ('silent', now() - interval '1 hour')`.execute(db);

  const registry = createMetrics(pool, { workerLostAfter: 30, patienceMs: 60_000 });
  createCounters(registry).jobEnded('metrics.test', 'done', 0.2);
  const text = await registry.metrics();
  expect(seriesValue(text, 'sheaf_database_up')).toBe('1');
  expect(seriesValue(text, 'sheaf_jobs{state="ready"}')).toBe('1');
  expect(Number(seriesValue(text, 'sheaf_oldest_job_seconds'))).toBeGreaterThanOrEqual(600);
  expect(Number(seriesValue(text, 'sheaf_oldest_job_seconds'))).toBeLessThan(3600);
  expect(seriesValue(text, 'sheaf_jobs{state="running"}')).toBe('1');
  expect(seriesValue(text, 'sheaf_jobs{state="given_up"}')).toBe('1');
  expect(seriesValue(text, 'sheaf_worker_lanes')).toBe('2');
  expect(seriesValue(text, 'sheaf_due_syncs')).toBe('0');
  expect(seriesValue(text, 'sheaf_transfers{state="failed"}')).toBe('0');
  expect(seriesValue(text, 'sheaf_uploads{state="stuck"}')).toBe('0');
  expect(seriesValue(text, 'sheaf_job_seconds_count{name="metrics.test",result="done"}')).toBe('1');
});

test('reports a database that is away, and answers on its own port that the process is alive', async () => {
  const pool = { totalCount: 1, idleCount: 0, waitingCount: 3, query: () => Promise.reject(new Error('away')) };
  const registry = createMetrics(pool as never, { workerLostAfter: 30 });
  const port = await freePort();
  const server = await serveMetrics(registry, port, '127.0.0.1');
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  const text = await answer.text();
  expect(answer.status).toBe(200);
  expect(seriesValue(text, 'sheaf_database_up')).toBe('0');
  expect(seriesValue(text, 'sheaf_oldest_job_seconds')).toBe('Nan');
  expect(seriesValue(text, 'sheaf_database_connections{state="waiting"}')).toBe('3');
  const health = await fetch(`http://127.0.0.1:${port}/api/health`);
  expect(await health.json()).toEqual({ status: 'ok' });
  await server.stop();
});
