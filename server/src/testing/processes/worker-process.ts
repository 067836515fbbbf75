import { readFileSync } from 'node:fs';
import type pg from 'pg';
import { expect, inject } from 'vitest';
import { appEnvironment } from '../../config/apps.ts';
import { newId } from '../../platform/uuid.ts';
import type { SandboxApp } from '../../services.ts';
import { atDatabase } from '../global-setup.ts';
import { type TestApp, testSecret } from '../test-app.ts';
import { launch, ready } from './program.ts';

export interface WorkerProcess {
  /** Kills it with SIGKILL and, when its sessions have ended, calls `seemLost`. */
  kill(): Promise<void>;
  /**
   * Makes a frozen or killed worker look as if it had been silent for an hour: its transactions are lost, and the next
   * worker takes its jobs.
   */
  seemLost(): Promise<void>;
  stop(): Promise<void>;
  /** Stops all its threads where they are (SIGSTOP), and lets them continue. */
  freeze(): void;
  thaw(): void;
  hasEnded(): boolean;
  output(): string;
  /** Its peak memory in megabytes. */
  peakMemory(): number;
}

/** A worker in a process of its own, on the database and the blobs of a test, which reaches the test's clouds. */
export async function startWorkerProcess(
  app: TestApp,
  clouds: Readonly<Record<string, SandboxApp>>,
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const name = `worker-${newId()}`;
  const program = await launch({
    SHEAF_ROLE: 'worker',
    SHEAF_SECRET: testSecret,
    SHEAF_DATA_DIR: app.services.config.dataDir,
    DATABASE_URL: addressOf(app.services.pool.options, name),
    ...reachClouds(clouds),
    ...env,
  });
  await ready(program);
  const end = async (signal: NodeJS.Signals) => {
    program.child.kill(signal);
    await program.ended;
  };
  const seemLost = async () => {
    const { pool } = app.services;
    await expect.poll(() => endTransactions(app.services, name)).toBe(0);
    await pool.query(`update worker_heartbeats set seen_at = seen_at - interval '1 hour'`);
    for (const table of ['_private_jobs', '_private_job_queues'])
      await pool.query(
        `update graphile_worker.${table} set locked_at = locked_at - interval '1 hour' where locked_at is not null`,
      );
  };
  return {
    async kill() {
      await end('SIGKILL');
      await sessionsEnded(app.services, name);
      await seemLost();
    },
    seemLost,
    stop: () => end('SIGTERM'),
    freeze: () => void program.child.kill('SIGSTOP'),
    thaw: () => void program.child.kill('SIGCONT'),
    hasEnded: () => program.child.exitCode !== null || program.child.signalCode !== null,
    output: program.output,
    peakMemory: () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))![1]) / 1024,
  };
}

/** The variables with which a separate process reaches clouds, by source. */
export const reachClouds = (clouds: Readonly<Record<string, SandboxApp>>): Record<string, string> =>
  Object.assign({}, ...Object.entries(clouds).map(([slug, app]) => appEnvironment(slug, app)));

/**
 * Waits until everything that a process of this name had sent is done or undone: PostgreSQL may still work on it when
 * the process is gone.
 */
export async function sessionsEnded({ pool }: Pick<TestApp['services'], 'pool'>, name: string): Promise<void> {
  const sessions = () => pool.query('select from pg_stat_activity where application_name = $1', [name]);
  await expect.poll(async () => (await sessions()).rowCount).toBe(0);
}

/**
 * Ends the sessions of a process that sends nothing more, as PostgreSQL eventually does itself; returns how many there
 * were.
 */
async function endTransactions({ pool }: Pick<TestApp['services'], 'pool'>, name: string): Promise<number> {
  const { rows } = await pool.query<{ ended: boolean | null }>(
    `select case when state like 'idle in transaction%' or wait_event = 'ClientRead' then pg_terminate_backend(pid) end as ended
     from pg_stat_activity where application_name = $1 and state <> 'idle'`,
    [name],
  );
  return rows.length;
}

/** The address of a test database, for a process whose sessions have this name. */
export function addressOf({ database }: Pick<pg.PoolOptions, 'database'>, name: string): string {
  const { connectionString, user, host, port } = atDatabase(inject('postgres'), database ?? '');
  const url = new URL(connectionString ?? `postgres://${user}@localhost:${port}/${database}`);
  if (!connectionString) url.searchParams.set('host', host!);
  url.searchParams.set('application_name', name);
  return url.href;
}
