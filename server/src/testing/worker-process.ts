import { readFileSync } from 'node:fs';
import type { DropboxSandbox, GoogleSandbox } from '@sheaf/sandbox';
import type pg from 'pg';
import { inject } from 'vitest';
import { atDatabase } from './global-setup.ts';
import { launch, ready } from './program.ts';
import { type TestApp, testSecret } from './test-app.ts';

export interface WorkerProcess {
  /** With SIGKILL, and then as if the minute had passed after which its jobs are free. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  /** The most memory it ever had, in megabytes. */
  peakMemory(): number;
}

/** A worker in a process of its own, on the database and the blobs of a test, that reaches the test's clouds. */
export async function startWorkerProcess(
  app: TestApp,
  clouds: { google?: GoogleSandbox; dropbox?: DropboxSandbox },
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const { google, dropbox } = clouds;
  const program = await launch({
    SHEAF_ROLE: 'worker',
    SHEAF_SECRET: testSecret,
    SHEAF_DATA_DIR: app.services.config.dataDir,
    DATABASE_URL: addressOf(app.services.pool.options),
    ...(google && {
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_AUTH_URL: google.urls.authorize,
      GOOGLE_TOKEN_URL: google.urls.token,
      GOOGLE_DRIVE_API_URL: google.urls.drive,
    }),
    ...(dropbox && {
      DROPBOX_CLIENT_ID: dropbox.clientId,
      DROPBOX_CLIENT_SECRET: dropbox.clientSecret,
      DROPBOX_AUTH_URL: dropbox.urls.authorize,
      DROPBOX_API_URL: dropbox.urls.api,
      DROPBOX_CONTENT_URL: dropbox.urls.content,
    }),
    ...env,
  });
  await ready(program);
  const end = async (signal: NodeJS.Signals) => {
    program.child.kill(signal);
    await program.ended;
  };
  return {
    async kill() {
      await end('SIGKILL');
      await app.services.pool.query(`update worker_heartbeats set seen_at = seen_at - interval '1 hour'`);
      await app.services.pool.query(
        `update graphile_worker._private_jobs set locked_at = locked_at - interval '1 hour' where locked_at is not null`,
      );
    },
    stop: () => end('SIGTERM'),
    peakMemory: () =>
      Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${program.child.pid}/status`, 'utf8'))![1]) / 1024,
  };
}

function addressOf({ database }: pg.PoolOptions): string {
  const { connectionString, user, host, port } = atDatabase(inject('postgres'), database ?? '');
  return connectionString ?? `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host!)}`;
}
