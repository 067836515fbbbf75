import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttpClient, createNetworkGuard } from '@sheaf/connectors';
import { type Config, ConfigError } from './config.ts';
import { connectDatabase } from './db/connect.ts';
import { migrate } from './db/migrate.ts';
import { openDatabase, openPool } from './db/pool.ts';
import { doors, jobHandlers, routes, streams } from './features/index.ts';
import { buildApp } from './http/app.ts';
import { createMetrics, serveMetrics } from './http/metrics.ts';
import { startWorker } from './jobs/worker.ts';
import { openBlobStore } from './platform/blobs/index.ts';
import { deriveKeys } from './platform/keys.ts';
import { createLogger } from './platform/logger.ts';
import { smtpTransport } from './platform/mail/index.ts';
import { loadSecret } from './platform/secret.ts';
import type { SandboxApp, Services } from './services.ts';

/** The clouds in miniature, started by main alone. */
export interface Sandbox {
  apps: Record<string, SandboxApp>;
  stop(): Promise<void>;
}

export interface Program {
  stop(): Promise<void>;
}

const userAgent = 'Sheaf/0.1';
const webDir = join(import.meta.dirname, '../../web/dist');

/**
 * Brings everything up in order; whatever has come up is taken down again when a later part fails.
 * `onLost` is called when the embedded database is gone for good while we run.
 */
export async function start(
  config: Config,
  announce: (line: string) => void,
  onLost: (error: Error) => void,
  startSandbox?: () => Promise<Sandbox>,
): Promise<Program> {
  const log = createLogger(config.logLevel);
  const running: (() => Promise<unknown>)[] = [];
  let stopDatabase = async () => {};
  const stop = async () => {
    while (running.length) await bounded(running.pop()!()).catch((error) => log.error({ err: error }, 'stopping'));
    await stopDatabase();
  };
  // Beside everything else: it takes a second, and nothing needs it before there is an API.
  const sandboxStarting = config.sandbox && config.role !== 'worker' ? startSandbox?.() : undefined;
  sandboxStarting?.catch(() => {});
  try {
    await prepareDataDir(config.dataDir);
    const keys = deriveKeys(await loadSecret(config));
    const database = await connectDatabase(config, (message) => log.info(message), onLost);
    stopDatabase = database.stop;
    const pool = openPool({ ...database.connection, max: config.databasePool }, (error) =>
      log.warn({ err: error }, 'database connection lost'),
    );
    running.push(() => pool.end());
    await migrate(pool);
    const blobs = await openBlobStore(config.blobs);
    running.push(() => blobs.close());
    await blobs.ready();
    const mail = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : null;
    if (mail) running.push(() => mail.close());
    const guard = createNetworkGuard(config.privateNetworks);
    const sandbox = await sandboxStarting;
    if (sandbox) running.push(() => sandbox.stop());
    const services: Services = {
      config,
      pool,
      db: openDatabase(pool),
      blobs,
      keys,
      mail,
      http: createHttpClient({ userAgent }),
      guardedHttp: createHttpClient({ userAgent, guard }),
      guard,
      sandbox: reachable(sandbox?.apps ?? {}, config),
      log,
      announce,
      alone: !config.databaseUrl,
    };
    const metrics = config.metricsToken || config.metricsPort !== undefined ? createMetrics(pool) : undefined;
    if (metrics && config.metricsPort !== undefined) {
      const port = config.metricsPort;
      const server = await serveMetrics(metrics, port, config.host).catch((error) => {
        throw listenError(error, port, config.host);
      });
      running.push(() => server.stop());
    }
    if (config.role !== 'worker') {
      const app = await buildApp(services, routes, { webDir, streams, doors, metrics });
      running.push(() => app.close());
      await app.listen({ port: config.port, host: config.host }).catch((error) => {
        throw listenError(error, config.port, config.host);
      });
    }
    if (config.role !== 'api') {
      const worker = await startWorker(services, jobHandlers);
      running.push(() => worker.stop());
    }
    return { stop };
  } catch (error) {
    await stop();
    await sandboxStarting?.then((sandbox) => sandbox.stop()).catch(() => {});
    throw error;
  }
}

/** The clouds beside us can tell us of changes as long as we are on this machine only, as they are. */
function reachable(apps: Record<string, SandboxApp>, { local, port }: Config): Record<string, SandboxApp> {
  if (!local) return apps;
  const webhookUrl = `http://127.0.0.1:${port}`;
  return Object.fromEntries(Object.entries(apps).map(([source, app]) => [source, { ...app, webhookUrl }]));
}

/** No part holds up the stop of the others for long. A job that is cut off runs again after the next start. */
function bounded(stopped: Promise<unknown>): Promise<unknown> {
  return Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, 1_000).unref())]);
}

async function prepareDataDir(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `The data folder ${dir} cannot be read and written (${(error as NodeJS.ErrnoException).code}). Mend its permissions, or set SHEAF_DATA_DIR to another folder.`,
    );
  }
}

function listenError(error: NodeJS.ErrnoException, port: number, host: string): Error {
  if (error.code === 'EADDRINUSE')
    return new ConfigError(
      `Port ${port} is taken by another program. Choose another one, for example PORT=${port + 1} npm start.`,
    );
  if (error.code === 'EACCES')
    return new ConfigError(`This user may not listen on port ${port}. Choose one above 1023.`);
  if (error.code === 'EADDRNOTAVAIL' || error.code === 'ENOTFOUND')
    return new ConfigError(`HOST is ${host}, which is no address of this machine.`);
  return error;
}
