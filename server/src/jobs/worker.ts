import { EventEmitter } from 'node:events';
import { Logger, run, type WorkerEvents, type WorkerPool } from 'graphile-worker';
import { redactError } from '../platform/secrets/redaction.ts';
import { traceOf } from '../platform/tracing/index.ts';
import type { Services } from '../services.ts';
import { startHeartbeat } from './heartbeat.ts';
import { completeJob, type HeldJob, putBackJob, returnJob } from './job-lock.ts';
import { LeaseLost } from './lease.ts';
import type { JobHandler } from './queue.ts';
import { startSchedule } from './schedule.ts';
import { createSlotShares } from './turns.ts';

const nudgeAfterMs = [15, 60, 250, 1_000];

/** Jobs that mostly wait have this many times as many slots. */
const ioBoundFactor = 8;

/**
 * Runs jobs until stopped. Jobs that mostly wait have slots of their own, so that mails and the like are sent however
 * many sources are slow. Jobs of a silent worker are given to others, so jobs may run twice, even at the same time:
 * those that must not work on one thing together hold a lease (lease.ts). `onEnded` is called when the worker has
 * stopped on its own and has to be started again.
 */
export async function startWorker(
  services: Services,
  handlers: readonly JobHandler[],
  onEnded: (error: Error) => void = () => {},
): Promise<{ stop(): Promise<void> }> {
  const { pool, config } = services;
  if (services.singleProcess) await pool.query('delete from worker_heartbeats');
  const lanes: Lane[] = [];
  // Frees what silent workers left before any slot takes jobs.
  const heartbeat = await startHeartbeat(services, lanes);
  const prompt = handlers.filter((handler) => !handler.ioBound);
  const ioBound = handlers.filter((handler) => handler.ioBound);
  const slots = config.workerConcurrency;
  // Idle slots poll the database only now and then, because new jobs are announced.
  const stopLanes = async () => {
    await Promise.all(lanes.map(({ stop }) => stop()));
    await heartbeat.stop();
  };
  try {
    lanes.push(await startLane(services, prompt, { concurrency: slots, pollInterval: 2_000 }, onEnded));
    if (ioBound.length > 0)
      lanes.push(
        await startLane(services, ioBound, { concurrency: slots * ioBoundFactor, pollInterval: 10_000 }, onEnded),
      );
    await heartbeat.beat();
  } catch (error) {
    await stopLanes();
    throw error;
  }
  const schedule = startSchedule(services, handlers);
  return {
    async stop() {
      await schedule.stop();
      await stopLanes();
    },
  };
}

interface Lane {
  id: string;
  /** The running jobs, each with its run: a job that was returned and taken again belongs to another slot. */
  jobs: ReadonlyMap<string, object>;
  stop(): Promise<void>;
}

async function startLane(
  services: Services,
  handlers: readonly JobHandler[],
  pace: { concurrency: number; pollInterval: number },
  onEnded: (error: Error) => void,
): Promise<Lane> {
  const { sessions, log } = services;
  const jobs = new Map<string, object>();
  const shares = createSlotShares(pace.concurrency);
  let workerPool: WorkerPool | undefined;
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', (event) => {
    workerPool = event.workerPool;
  });
  let stopping = false;
  // Taking a job locks its possible queues for a moment. Both lanes do so at the same time, so one of them may find
  // nothing although there is a job; therefore it tries again.
  events.on('pool:listen:notification', () => {
    for (const ms of nudgeAfterMs) setTimeout(() => stopping || workerPool?.nudge(1), ms).unref();
  });
  const looked = firstLook(events);
  const runner = await run({
    pgPool: sessions,
    ...pace,
    noHandleSignals: true,
    forbiddenFlags: shares.full,
    gracefulShutdownAbortTimeout: 500,
    logger: new Logger(() => (level, message) => {
      // Jobs hold a connection only for moments, so there may be many more of them than connections.
      const expected = message.includes('maxPoolSize');
      log[level === 'error' ? 'error' : level === 'warning' && !expected ? 'warn' : 'debug']({}, message);
    }),
    taskList: Object.fromEntries(
      handlers.map((handler) => [
        handler.name,
        async (payload, helpers) => {
          const { id, attempts, flags } = helpers.job;
          const endShare = shares.begin(flags);
          const held = { id, workerId: workerPool!.id, isOurs: () => jobs.get(id) === held };
          const signal = helpers.abortSignal ?? new AbortController().signal;
          if (!endShare) return putBackJob(services.pool, held, signal);
          const attributes = { 'sheaf.job': handler.name, 'sheaf.job.attempt': attempts };
          const span = services.tracing.start('job', `job ${handler.name}`, attributes, traceOf(flags));
          jobs.set(id, held);
          try {
            await span.run(() => runHeld(services, handler, payload, held, signal));
          } catch (error) {
            span.fail((error as Error).name);
            throw error;
          } finally {
            if (held.isOurs()) jobs.delete(id);
            endShare();
            span.end();
          }
        },
      ]),
    ),
    parsedCronItems: [],
    events,
  });
  let isOver = false;
  const stop = async () => {
    stopping = true;
    if (!isOver) await runner.stop();
  };
  // A newer version that changes the queue's tables ends this worker so, while its heartbeat would continue.
  const ended = () => {
    isOver = true;
    if (!stopping) onEnded(new Error('The worker no longer takes jobs from the queue.'));
  };
  runner.promise.then(ended, ended);
  await looked.catch(async (error) => {
    await stop();
    throw error;
  });
  return { id: workerPool!.id, jobs, stop };
}

/**
 * Waits until the lane has asked for a job. Graphile asks once which kinds of jobs there are and keeps the answer even
 * if it is an error: such a lane would run and never find a job. Then every query fails with the same error.
 */
function firstLook(events: WorkerEvents): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  promise.catch(() => {});
  events.once('worker:getJob:empty', () => resolve());
  events.once('job:start', () => resolve());
  let before: unknown;
  events.on('worker:getJob:error', ({ error }) => {
    if (error === before) reject(error);
    before = error;
  });
  return promise;
}

/** Runs a job and completes or returns it ourselves: see job-lock.ts. What it throws is only logged by graphile. */
async function runHeld(
  services: Services,
  handler: JobHandler,
  payload: unknown,
  job: HeldJob & { isOurs(): boolean },
  signal: AbortSignal,
): Promise<void> {
  const started = performance.now();
  const ended = (result: 'done' | 'failed') =>
    services.counters.jobEnded(handler.name, result, (performance.now() - started) / 1000);
  try {
    await handler.run(payload, services, signal);
    ended('done');
  } catch (error) {
    ended('failed');
    if (job.isOurs()) await returnJob(services.pool, job, redactError(error, services.redact), signal);
    throw error;
  }
  if (!job.isOurs() || !(await completeJob(services.pool, job, signal)))
    throw new LeaseLost('This job was given to another run before it was done.');
}
