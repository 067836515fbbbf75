import { forThisFile } from '@sheaf/sandbox/testing';
import pg from 'pg';
import { afterAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { openPool, type Pool } from '../db/pool.ts';
import { startDatabaseProxy } from '../testing/servers/database-proxy.ts';
import { testApp } from '../testing/test-app.ts';
import { enqueue, jobType, onJob } from './queue.ts';
import { startWorker } from './worker.ts';

/** A worker whose connections to the queue break at the worst moments. */

const app = await forThisFile(testApp());
const proxy = await forThisFile(startDatabaseProxy());
const sessions = openPool({ connectionString: proxy.url(app.services.pool.options.database!) }, () => {});
afterAll(() => sessions.end());
beforeEach(() => proxy.watch(null));

const job = jobType<object>('test.job');
let runs = 0;
const handler = onJob(job, async () => void runs++);
/** `lostAfter` is also how long the heartbeat waits for an answer, which takes a second or two on a busy machine. */
const start = (lostAfter: number, through = sessions) => {
  const config = { ...app.services.config, workerLostAfter: lostAfter };
  return startWorker({ ...app.services, config, sessions: through, singleProcess: false }, [handler]);
};

/**
 * Creates sessions whose clock is this many seconds ahead, because times in PostgreSQL’s own views can’t be changed.
 */
async function laterSessions(seconds: number): Promise<Pool> {
  const { pool } = app.services;
  await pool.query(`create schema later; create function later.now() returns timestamptz stable language sql
    as $$ select pg_catalog.now() + interval '${seconds} seconds' $$`);
  return openPool({ ...pool.options, options: '-c search_path=later,pg_catalog,public' }, () => {});
}

it('fails to start instead of running and never finding a job', async () => {
  proxy.watch(async (bytes) => (bytes.includes('_private_tasks as tasks (identifier)') ? 'cut' : 'pass'));
  await expect(start(30)).rejects.toThrow(/conn/i);
  proxy.watch(null);
  const worker = await start(30);
  await enqueue(app.services.db, job, {});
  await expect.poll(() => runs).toBe(1);
  await worker.stop();
});

it('shows that it is alive on a new connection when the old one has fallen silent', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const worker = await start(10);
  // However busy the machine is, a quarter of a second has passed when PostgreSQL has answered once.
  const later = async <T>(look: () => Promise<T>): Promise<T> => {
    await vi.advanceTimersByTimeAsync(250);
    return look();
  };
  let isSilent = false;
  proxy.watch(async (bytes) => {
    if (isSilent || !bytes.includes('worker_heartbeats')) return 'pass';
    isSilent = true;
    return new Promise(() => {});
  });
  const isSilentNow = async () => (await app.services.pool.query('select 1')) && isSilent;
  await expect.poll(() => later(isSilentNow)).toBe(true);
  const { rows } = await app.services.pool.query<{ now: string }>('select now()::text');
  const isSeen = async () =>
    (await app.services.pool.query('select 1 from worker_heartbeats where seen_at > $1', [rows[0]!.now])).rowCount! > 0;
  await expect.poll(() => later(isSeen)).toBe(true);
  await worker.stop();
});

it('ends a session that was stopped while sending a statement, which frees its locks', async () => {
  const { pool } = app.services;
  const stopped = new pg.Client({ ...pool.options });
  const ended = new Promise((resolve) => stopped.on('error', resolve));
  await stopped.connect();
  await stopped.query('begin');
  await stopped.query('lock table labels in exclusive mode');
  const { connection } = stopped as unknown as { connection: { parse(query: object): void; flush(): void } };
  connection.parse({ name: '', text: 'select 1', types: [] });
  connection.flush();
  // A real second, because no other session is in the middle of a statement for that long.
  const forASecond = () =>
    pool.query(
      `select from pg_stat_activity where pid = $1 and wait_event = 'ClientRead' and state = 'active'
         and state_change < now() - interval '1 second'`,
      [(stopped as unknown as { processID: number }).processID],
    );
  await expect.poll(async () => (await forASecond()).rowCount).toBe(1);
  const later = await laterSessions(9);
  const worker = await start(10, later);
  await pool.query(`update labels set name = name`);
  await ended;
  await worker.stop();
  await later.end();
});
