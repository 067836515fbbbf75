import { EventEmitter } from 'node:events';
import { Logger, parseCronItems, run, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import type { Pool } from '../db/pool.ts';
import type { Services } from '../services.ts';
import type { JobHandler } from './queue.ts';

const beatEvery = 10_000;
const deadAfterSeconds = 30;
const lookAgainMs = [15, 60, 250, 1_000];

/** Of jobs that mostly wait there may be this many times as many. */
const patience = 8;

/**
 * Runs jobs until stopped, those that mostly wait in slots of their own: however many sources are slow, mails and the
 * like go out. Jobs that a killed worker had begun are set free within a minute: each worker writes a heartbeat, and
 * whoever finds locks of a worker without one releases them. Jobs therefore may run again and must bear it.
 */
export async function startWorker(
  services: Services,
  handlers: readonly JobHandler[],
): Promise<{ stop(): Promise<void> }> {
  const { pool, log, config } = services;
  const deadAfter = services.alone ? 0 : deadAfterSeconds;
  if (services.alone) await pool.query('delete from worker_heartbeats');
  // What dead workers left is free before anybody looks for jobs.
  await heartbeat(pool, [], deadAfter);
  const prompt = handlers.filter((handler) => !handler.patient);
  const patient = handlers.filter((handler) => handler.patient);
  const slots = config.workerConcurrency;
  // Each idle slot asks the database now and then; new jobs are announced and need not wait for that.
  const lanes = [
    await startLane(services, prompt, { concurrency: slots, pollInterval: 2_000 }),
    ...(patient.length > 0
      ? [await startLane(services, patient, { concurrency: slots * patience, pollInterval: 10_000 })]
      : []),
  ];
  const ids = lanes.map(({ id }) => id);
  const beat = () => heartbeat(pool, ids, deadAfter).catch((error) => log.warn({ err: error }, 'heartbeat failed'));
  await beat();
  const timer = setInterval(beat, beatEvery);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(lanes.map(({ stop }) => stop()));
      await pool.query('delete from worker_heartbeats where worker_id = any($1)', [ids]).catch(() => {});
    },
  };
}

async function startLane(
  services: Services,
  handlers: readonly JobHandler[],
  pace: { concurrency: number; pollInterval: number },
): Promise<{ id: string; stop(): Promise<void> }> {
  const { pool, log } = services;
  let workerPool: WorkerPool | undefined;
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', (event) => {
    workerPool = event.workerPool;
  });
  let stopping = false;
  // Looking for a job holds, for a moment, the queues it may be in, and the other lane looks at the same time: one of
  // the two may find nothing where there is something. So it looks again.
  events.on('pool:listen:notification', () => {
    for (const ms of lookAgainMs) setTimeout(() => stopping || workerPool?.nudge(1), ms).unref();
  });
  const runner = await run({
    pgPool: pool,
    ...pace,
    noHandleSignals: true,
    gracefulShutdownAbortTimeout: 500,
    logger: new Logger(() => (level, message) => {
      // Jobs hold a connection only for moments, so there may be many more of them than connections.
      const expected = message.includes('maxPoolSize');
      log[level === 'error' ? 'error' : level === 'warning' && !expected ? 'warn' : 'debug']({}, message);
    }),
    taskList: Object.fromEntries(
      handlers.map((handler) => [
        handler.name,
        (payload, helpers) => handler.run(payload, services, helpers.abortSignal ?? new AbortController().signal),
      ]),
    ),
    parsedCronItems: parseCronItems(
      handlers
        .filter((handler) => handler.cron)
        .map((handler) => ({ task: handler.name, match: handler.cron!, options: { backfillPeriod: 0 } })),
    ),
    events,
  });
  return {
    id: workerPool!.id,
    stop() {
      stopping = true;
      return runner.stop();
    },
  };
}

async function heartbeat(pool: Pool, ids: readonly string[], deadAfter: number): Promise<void> {
  await pool.query(
    'insert into worker_heartbeats (worker_id) select unnest($1::text[]) on conflict (worker_id) do update set seen_at = now()',
    [ids],
  );
  await pool.query(`delete from worker_heartbeats where seen_at < now() - make_interval(secs => $1)`, [
    deadAfterSeconds,
  ]);
  const { rows } = await pool.query<{ locked_by: string }>(
    `select distinct locked_by from graphile_worker.jobs where locked_by is not null
     and locked_at < now() - make_interval(secs => $1)
     and locked_by not in (select worker_id from worker_heartbeats)`,
    [deadAfter],
  );
  if (rows.length)
    await pool.query('select graphile_worker.force_unlock_workers($1)', [rows.map((row) => row.locked_by)]);
}
