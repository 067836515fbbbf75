import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { sameBytes, tokenHash } from '../platform/keys.ts';
import type { Services } from '../services.ts';

/** Prometheus metrics: on a port of their own, or at /metrics for whoever holds the token; with neither set, none. */
export async function mountMetrics(app: FastifyInstance, { config, pool }: Services): Promise<void> {
  const { metricsPort, metricsToken } = config;
  if (metricsPort === undefined && !metricsToken) return;
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: 'sheaf_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  new Gauge({
    name: 'sheaf_database_connections',
    help: 'Connections of the pool',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount);
      this.set({ state: 'idle' }, pool.idleCount);
      this.set({ state: 'waiting' }, pool.waitingCount);
    },
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the address: the number of series stays bounded.
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  if (metricsToken) {
    app.get('/metrics', async (request, reply) => {
      const given = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
      if (!sameBytes(tokenHash(given), tokenHash(metricsToken)))
        throw new AppError('unauthenticated', 'The metrics need their token.');
      return reply.type(registry.contentType).send(await registry.metrics());
    });
  }
  if (metricsPort !== undefined) {
    const server = createServer(async (_, response) => {
      response.setHeader('Content-Type', registry.contentType);
      response.end(await registry.metrics());
    });
    app.addHook(
      'onListen',
      () =>
        new Promise<void>((resolve, reject) => server.once('error', reject).listen(metricsPort, config.host, resolve)),
    );
    app.addHook('onClose', () => new Promise<void>((resolve) => server.close(() => resolve())));
  }
}
