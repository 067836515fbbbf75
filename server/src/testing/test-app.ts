import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHttpClient, createNetworkGuard } from '@sheaf/connectors';
import { type Call, createClient } from '@sheaf/contract';
import type { FastifyInstance, InjectOptions } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { type Config, readConfig } from '../config/config.ts';
import { shownRedactor } from '../config/secrets.ts';
import { openDatabase } from '../db/database.ts';
import { openPool } from '../db/pool.ts';
import { jobHandlers, noteUse, rootRoutes, routes, streams } from '../features/index.ts';
import { readTexts } from '../features/passages/index.ts';
import { buildApp } from '../http/app.ts';
import { openEmbedder } from '../meaning/index.ts';
import { openBlobStore } from '../platform/blobs/index.ts';
import { createLogger } from '../platform/logger.ts';
import { Memory } from '../platform/memory.ts';
import { noCounters } from '../platform/metrics/index.ts';
import { openSandboxPayments } from '../platform/payments/index.ts';
import { deriveKeys } from '../platform/secrets/keys.ts';
import { noTracing } from '../platform/tracing/index.ts';
import { newId } from '../platform/uuid.ts';
import type { Services } from '../services.ts';
import { atDatabase } from './global-setup.ts';
import { runDueJobs } from './run-due-jobs.ts';

export interface TestAnswer {
  status: number;
  headers: Record<string, unknown>;
  /** The body, if it is JSON. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
  json: any;
  body: string;
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  /** The typed client, with headers of your choice. */
  as(headers?: Record<string, string>): Call;
  /** Sends any request straight to the server. */
  request(options: InjectOptions): Promise<TestAnswer>;
  /** Runs every job that is due. Texts of files, which take time, are read only if asked for. */
  work(o?: { readTexts: boolean }): Promise<void>;
  /** Mails sent to an address so far, newest first. */
  mailsTo(email: string): Promise<{ subject: string; text: string }[]>;
  close(): Promise<void>;
}

/** On a busy machine no request is refused for the load or counted by its process alone, and refusals are not delayed. */
export const busyMachineOptions = { overloadMs: 0, countPatienceMs: 60_000, refusalHoldMs: 0 };

export const testSecret = 'a secret that only the tests know, long enough';

/** The real server on a database of its own; only the network is left out. */
export async function testApp(
  change: Partial<Config> = {},
  sandbox: Services['sandbox'] = {},
  {
    log = createLogger(process.env.TEST_LOG ?? 'silent'),
    tracing = noTracing,
  }: Partial<Pick<Services, 'log' | 'tracing'>> = {},
): Promise<TestApp> {
  const connection = inject('postgres');
  const database = `test_${newId().replaceAll('-', '')}`;
  const admin = new pg.Client(connection);
  await admin.connect();
  // Copying the files takes a tenth of the time that writing them to the log takes, which is the default.
  await admin.query(`create database ${database} template sheaf_template strategy file_copy`);
  const dir = await mkdtemp(join(tmpdir(), 'sheaf-test-'));
  const config: Config = {
    ...readConfig({ RATE_LIMIT: '0' }),
    dataDir: dir,
    blobs: { kind: 'disk', dir: join(dir, 'blobs') },
    ...change,
  };
  const guard = createNetworkGuard(config.privateNetworks);
  // On a busy machine simultaneous requests wait for a connection longer than the usual ten seconds.
  const ofTests = { max: 8, connectionTimeoutMillis: 90_000 };
  const pool = openPool({ ...atDatabase(connection, database), ...ofTests }, () => {});
  const services: Services = {
    config,
    pool,
    sessions: pool,
    db: openDatabase(pool),
    blobs: await openBlobStore(config.blobs),
    keys: deriveKeys({ current: testSecret, previous: [] }),
    mail: null,
    http: createHttpClient({ userAgent: 'Sheaf test' }),
    guardedHttp: createHttpClient({ userAgent: 'Sheaf test', guard }),
    guard,
    sandbox,
    payments: config.billing && sandbox.stripe ? await openSandboxPayments(sandbox.stripe) : null,
    redact: shownRedactor(config),
    log,
    memory: new Memory(),
    counters: noCounters,
    tracing,
    announce: () => {},
    embedder: (await openEmbedder(config.embeddings)).embedder,
    noteUse: (use) => noteUse(services, use),
    singleProcess: true,
  };
  const app = await buildApp(services, routes, { verifyAnswers: true, streams, rootRoutes, ...busyMachineOptions });
  await app.ready();
  return {
    app,
    services,
    as: (headers = {}) => createClient({ baseUrl: '/api', headers: () => headers, fetch: injected(app) }),
    async request(options) {
      const response = await app.inject(options);
      const isJson = String(response.headers['content-type']).includes('json');
      return {
        status: response.statusCode,
        headers: response.headers,
        json: isJson ? response.json() : undefined,
        body: response.body,
      };
    },
    async work({ readTexts: readsTexts } = { readTexts: false }) {
      const handlers = jobHandlers.filter((handler) => handler !== readTexts || readsTexts);
      await runDueJobs(
        pool,
        handlers.map(({ name, run }) => ({
          name,
          run: (payload) => run(payload, services, new AbortController().signal),
        })),
      );
    },
    mailsTo: (email) =>
      services.db
        .selectFrom('outbox')
        .select(['subject', 'text'])
        .where('recipient', '=', email)
        .orderBy('id', 'desc')
        .execute(),
    async close() {
      await app.close();
      await services.blobs.close();
      await pool.end();
      await admin.query(`drop database ${database} with (force)`);
      await admin.end();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

/** fetch over Fastify's inject. */
function injected(app: FastifyInstance): typeof fetch {
  return async (url, init = {}) => {
    const response = await app.inject({
      url: String(url),
      method: init.method as 'GET',
      headers: init.headers as Record<string, string>,
      payload:
        init.body instanceof Blob ? Buffer.from(await init.body.arrayBuffer()) : (init.body as string | undefined),
    });
    return new Response(response.rawPayload as Uint8Array<ArrayBuffer>, {
      status: response.statusCode,
      headers: Object.entries(response.headers).map(([key, value]) => [key, String(value)] as [string, string]),
    });
  };
}
