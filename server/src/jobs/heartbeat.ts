import pg from 'pg';
import type { Pool } from '../db/pool.ts';
import type { Services } from '../services.ts';
import { unlockSilent } from './graphile-tables.ts';
import { releaseUnknown } from './job-lock.ts';

/**
 * The part of the time after which a worker counts as dead. An answer that has not come by then, even on a busy
 * machine, is lost.
 */
const answerComesWithin = 3;

/**
 * Each worker reports that it is alive, and releases the locks of workers that have been silent. It has a connection of
 * its own, because a busy pool must not make a worker look dead.
 */
export async function startHeartbeat(
  services: Pick<Services, 'sessions' | 'log' | 'config' | 'singleProcess'>,
  lanes: readonly { id: string; jobs: ReadonlyMap<string, object> }[],
): Promise<{ beat(): Promise<void>; stop(): Promise<void> }> {
  const { sessions, log, config } = services;
  const lostAfterSeconds = config.workerLostAfter;
  // A worker that is alone on its database doesn't have to wait for signs of life from others.
  const patience = services.singleProcess ? 0 : lostAfterSeconds;
  const workerIds = () => lanes.map(({ id }) => id);
  let client: pg.Client | undefined;

  async function beat(): Promise<void> {
    client ??= await connect(sessions, lostAfterSeconds, () => {
      client = undefined;
    });
    try {
      await client.query(
        `insert into worker_heartbeats (worker_id) select unnest($1::text[])
        on conflict (worker_id) do update set seen_at = now()`,
        [workerIds()],
      );
      await client.query('delete from worker_heartbeats where seen_at < now() - make_interval(secs => $1)', [
        lostAfterSeconds,
      ]);
      await client.query(unlockSilent, [patience]);
      await endUnfinished(client, lostAfterSeconds);
      const jobs = lanes.flatMap((lane) => [...lane.jobs.keys()]);
      await releaseUnknown(client, { ids: workerIds(), jobs }, answerComesWithin * lostAfterSeconds);
    } catch (error) {
      const broken = client;
      client = undefined;
      await broken?.end().catch(() => {});
      throw error;
    }
  }

  await beat();
  let timer: NodeJS.Timeout;
  let beating = Promise.resolve();
  const next = () => {
    timer = setTimeout(
      () => {
        beating = beat()
          .catch((error) => log.warn({ err: error }, 'heartbeat failed'))
          .then(next);
      },
      (lostAfterSeconds * 1000) / 3,
    );
  };
  next();
  return {
    beat,
    async stop() {
      clearTimeout(timer);
      await beating;
      clearTimeout(timer);
      await client?.query('delete from worker_heartbeats where worker_id = any($1)', [workerIds()]).catch(() => {});
      await client?.end().catch(() => {});
    },
  };
}

async function connect(sessions: Pool, timeoutSeconds: number, onEnd: () => void): Promise<pg.Client> {
  const timeoutMs = timeoutSeconds * 1000;
  // The system takes a quarter of an hour to give up a connection that broke silently.
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs, statement_timeout: timeoutMs };
  const client = new pg.Client({ ...sessions.options, ...limits });
  client.on('error', () => {});
  client.on('end', onEnd);
  await client.connect();
  return client;
}

/**
 * Sessions whose process was stopped while it sent a statement. They would keep the locks of their transaction until it
 * wakes up: PostgreSQL waits for the rest and counts that as work, so its limit for idle transactions does not apply.
 */
async function endUnfinished(client: pg.Client, silentSeconds: number): Promise<void> {
  await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and usename = current_user
       and state = 'active' and wait_event = 'ClientRead' and state_change < now() - make_interval(secs => $1)`,
    [silentSeconds],
  );
}
