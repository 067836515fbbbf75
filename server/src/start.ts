import { access, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createHttpClient, createNetworkGuard } from '@sheaf/connectors';
import { type Config, ConfigError } from './config/config.ts';
import { configuredSecrets, shownRedactor } from './config/secrets.ts';
import { connectDatabase } from './db/connect.ts';
import { openDatabase } from './db/database.ts';
import { migrate } from './db/migrate.ts';
import { openPool, type PoolOptions, requestStatementMs } from './db/pool.ts';
import {
  jobHandlers,
  noteUse,
  preparePrices,
  rootRoutes,
  routes,
  startListening,
  startReceiving,
  streams,
} from './features/index.ts';
import { missingPackages } from './features/passages/index.ts';
import { reportUnreadable } from './features/sources/index.ts';
import { buildApp } from './http/app.ts';
import { serveMetrics } from './http/metrics.ts';
import { startWorker } from './jobs/worker.ts';
import { ModelProblem, openEmbedder } from './meaning/index.ts';
import { openBlobStore } from './platform/blobs/index.ts';
import { createLogger } from './platform/logger.ts';
import { smtpTransport } from './platform/mail/index.ts';
import { Memory } from './platform/memory.ts';
import { createCounters, createMetrics, noCounters } from './platform/metrics/index.ts';
import { openPayments, openSandboxPayments, type Payments } from './platform/payments/index.ts';
import { fittingSecret, recordKey } from './platform/secrets/installation-key.ts';
import { deriveKeys } from './platform/secrets/keys.ts';
import { redactorOf } from './platform/secrets/redaction.ts';
import { openTracing } from './platform/tracing/index.ts';
import type { Sandbox } from './sandbox.ts';
import type { SandboxApp, Services } from './services.ts';

export interface Program {
  stop(): Promise<void>;
}

/** Connections past a pooler: the queue asks for jobs on these, which takes moments. */
const maxSessions = 6;

const userAgent = 'Sheaf/0.1';
const webDir = join(import.meta.dirname, '../../web/dist');

/**
 * Starts everything in order; if a later part fails, the earlier ones are stopped again. `onLost` is called when the
 * embedded database or the queue of jobs is gone for good while we run.
 */
export async function start(
  config: Config,
  announce: (line: string) => void,
  onLost: (error: Error) => void,
  openSandbox?: () => Promise<Sandbox> | undefined,
): Promise<Program> {
  const redact = redactorOf(configuredSecrets(config));
  const log = createLogger(config.logLevel, redact);
  const running: (() => Promise<unknown>)[] = [];
  let stopDatabase = async () => {};
  let closeApp: () => Promise<unknown> = async () => {};
  let stopping = false;
  const stop = async () => {
    stopping = true;
    // First, and for as long as requests may take, because they need everything else.
    await bounded(closeApp(), config.stopGrace * 1000 + partMs).catch((error) => log.error({ err: error }, 'stopping'));
    while (running.length) await bounded(running.pop()!()).catch((error) => log.error({ err: error }, 'stopping'));
    await stopDatabase();
  };
  // In parallel with everything else: it takes a second, and nothing needs it before there is an API.
  const sandboxStarting = openSandbox?.();
  sandboxStarting?.catch(() => {});
  try {
    checkOcr(config);
    await prepareDataDir(config.dataDir);
    const { embedder, end: endEmbedder } = await embedderFor(config);
    if (endEmbedder) running.push(endEmbedder);
    const tracing = await openTracing(config.tracing, redact);
    running.push(() => tracing.stop());
    const database = await connectDatabase(config, (message) => log.info(message), onLost);
    stopDatabase = database.stop;
    const { connection, direct } = database;
    const open = (options: PoolOptions) => {
      const pool = openPool({ idleInTransactionMs: config.workerLostAfter * 1000, ...options }, (error) => {
        // A stop does not wait long for connections to close before it stops the database.
        if (!stopping) log.warn({ err: error }, 'database connection lost');
      });
      running.push(() => pool.end());
      return pool;
    };
    const own = { ...connection, max: config.databasePool, pooler: direct !== null };
    const pool = open(own);
    // Separate connections, so that jobs neither share the limit of requests nor take their connections.
    const ofRequests = config.role === 'worker' ? pool : open({ ...own, statementMs: requestStatementMs });
    const sessions = direct ? open({ ...direct, max: maxSessions }) : pool;
    // Before anything is changed.
    const keys = deriveKeys(await fittingSecret(sessions, config));
    await migrate(sessions);
    const blobs = await openBlobStore(config.blobs);
    running.push(() => blobs.close());
    await blobs.ready();
    const mail = config.smtpUrl ? smtpTransport(config.smtpUrl, config.mailFrom) : null;
    if (mail) running.push(() => mail.close());
    const guard = createNetworkGuard(config.privateNetworks);
    const sandbox = await sandboxStarting;
    if (sandbox) running.push(() => sandbox.stop());
    const apps = reachable(sandbox?.apps ?? {}, config);
    const isWatched = config.metricsToken !== undefined || config.metricsPort !== undefined;
    const metrics = isWatched ? createMetrics(pool, config, ofRequests) : undefined;
    const services: Services = {
      config,
      pool,
      sessions,
      db: openDatabase(pool),
      blobs,
      keys,
      embedder,
      mail,
      http: createHttpClient({ userAgent }),
      guardedHttp: createHttpClient({ userAgent, guard }),
      guard,
      sandbox: apps,
      payments: await choosePayments(config, apps.stripe),
      redact: shownRedactor(config),
      log,
      memory: new Memory(),
      counters: metrics ? createCounters(metrics) : noCounters,
      tracing,
      announce,
      noteUse: (use) => noteUse(services, use),
      singleProcess: !config.databaseUrl,
    };
    // A database from before keys were recorded has none, which is not an error.
    if ((await reportUnreadable(services)) === 0) await recordKey(sessions, keys);
    if (metrics && config.metricsPort !== undefined) {
      const port = config.metricsPort;
      const server = await serveMetrics(metrics, port, config.host).catch((error) => {
        throw listenError(error, port, config.host);
      });
      running.push(() => server.stop());
    }
    if (config.role !== 'worker') {
      const limited = { ...services, pool: ofRequests, db: openDatabase(ofRequests) };
      const app = await buildApp(limited, routes, { webDir, streams, rootRoutes, metrics });
      closeApp = () => app.close();
      await app.listen({ port: config.port, host: config.host }).catch((error) => {
        throw listenError(error, config.port, config.host);
      });
    }
    if (config.role !== 'api') {
      const worker = await startWorker(services, jobHandlers, onLost);
      running.push(() => worker.stop());
      const listening = startListening(services);
      running.push(() => listening.stop());
      const receiving = startReceiving(services);
      running.push(() => receiving.stop());
    }
    if (services.payments && config.role !== 'worker')
      preparePrices(services).catch((error) => log.warn({ err: error }, 'the prices at the payment provider'));
    return { stop };
  } catch (error) {
    await stop();
    await sandboxStarting?.then((sandbox) => sandbox.stop()).catch(() => {});
    throw error;
  }
}

async function choosePayments(config: Config, sandbox: SandboxApp | undefined): Promise<Payments | null> {
  if (!config.billing) return null;
  if (config.stripe) return openPayments(config.stripe);
  return sandbox ? openSandboxPayments(sandbox) : null;
}

/** Clouds beside us can report changes while we are on this machine only, as they are. */
function reachable(apps: Record<string, SandboxApp>, { local, port, sandboxUrl }: Config): Record<string, SandboxApp> {
  if (!local || sandboxUrl) return apps;
  const webhookUrl = `http://127.0.0.1:${port}`;
  return Object.fromEntries(Object.entries(apps).map(([source, app]) => [source, { ...app, webhookUrl }]));
}

const partMs = 1_000;

/** Bounds how long one part delays the stop of the others. A job that is cut off runs again after the next start. */
function bounded(stopped: Promise<unknown>, ms = partMs): Promise<unknown> {
  return Promise.race([stopped, new Promise((resolve) => setTimeout(resolve, ms).unref())]);
}

function checkOcr({ ocr, role }: Config): void {
  const missing = ocr && role !== 'api' ? missingPackages(ocr.languages) : [];
  if (missing.length > 0)
    throw new ConfigError(
      `OCR=on needs packages that aren’t installed. Run: npm install --no-save ${missing.join(' ')}`,
    );
}

async function embedderFor({ embeddings }: Config) {
  try {
    return await openEmbedder(embeddings);
  } catch (error) {
    if (!(error instanceof ModelProblem)) throw error;
    throw new ConfigError(
      `EMBEDDINGS=local needs a model that Sheaf can use in the folder EMBEDDINGS_MODEL names (model.onnx and tokenizer.json, see docs/meaning.md), but ${error.message}.`,
    );
  }
}

async function prepareDataDir(dir: string): Promise<void> {
  try {
    await mkdir(dir, { recursive: true });
    await access(dir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new ConfigError(
      `The data folder ${dir} cannot be read and written (${(error as NodeJS.ErrnoException).code}). Fix its permissions, or set SHEAF_DATA_DIR to another folder.`,
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
