import type { FastifyInstance } from 'fastify';
import type { Registry } from 'prom-client';
import { openDatabase } from '../../db/database.ts';
import { openPool, type PoolOptions } from '../../db/pool.ts';
import { rootRoutes, routes, streams } from '../../features/index.ts';
import { buildApp } from '../../http/app.ts';
import { openBlobStore } from '../../platform/blobs/index.ts';
import { Memory } from '../../platform/memory.ts';
import type { Services } from '../../services.ts';
import { busyMachineOptions, type TestApp } from '../test-app.ts';

export interface SecondServer {
  app: FastifyInstance;
  services: Services;
  close(): Promise<void>;
}

/** Acts like a second process on the same database: it has connections of its own and shares no memory. */
export async function secondServer(
  { services: first }: TestApp,
  connection: PoolOptions = {},
  metrics?: Registry,
): Promise<SecondServer> {
  const pool = openPool({ ...first.pool.options, ...connection, Client: undefined, max: 4 }, () => {});
  const blobs = await openBlobStore(first.config.blobs);
  const services: Services = { ...first, pool, db: openDatabase(pool), blobs, memory: new Memory() };
  const app = await buildApp(services, routes, {
    verifyAnswers: true,
    streams,
    rootRoutes,
    ...busyMachineOptions,
    metrics,
  });
  await app.ready();
  return {
    app,
    services,
    async close() {
      await app.close();
      await blobs.close();
      await pool.end();
    },
  };
}
