import { createServer } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { Counter, Histogram, type Registry } from 'prom-client';
import { AppError } from '../errors.ts';
import { sameBytes, tokenHash } from '../platform/secrets/keys.ts';

/** Measures how long requests take. With a token, also serves /metrics on the main port to callers who send it. */
export function mountMetrics(app: FastifyInstance, registry: Registry, token: string | undefined): void {
  const requests = new Histogram({
    name: 'sheaf_http_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const refused = new Counter({
    name: 'sheaf_refused_total',
    help: 'Requests refused by a limit, by its name',
    labelNames: ['limit'],
    registers: [registry],
  });
  app.addHook('onError', async (_request, _reply, error) => {
    if (error instanceof AppError && error.code === 'rate_limited')
      refused.inc({ limit: error.details.limit ?? 'other' });
  });
  app.addHook('onResponse', async (request, reply) => {
    // The pattern, not the address, so that the number of series stays bounded.
    const route = request.routeOptions.url ?? 'none';
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  });
  if (!token) return;
  app.get('/metrics', async (request, reply) => {
    const given = request.headers.authorization?.replace(/^Bearer /, '') ?? '';
    if (!sameBytes(tokenHash(given), tokenHash(token))) {
      throw new AppError('unauthenticated', 'Metrics need their token.');
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/**
 * Serves the same on a separate port, for networks that only the operator reaches. /api/health answers there too,
 * because a worker has no other port.
 */
export async function serveMetrics(registry: Registry, port: number, host: string): Promise<{ stop(): Promise<void> }> {
  const server = createServer((request, response) => {
    if (request.url === '/api/health') {
      response.setHeader('Content-Type', 'application/json');
      response.end('{"status":"ok"}');
      return;
    }
    registry.metrics().then(
      (text) => {
        response.setHeader('Content-Type', registry.contentType);
        response.end(text);
      },
      () => {
        response.statusCode = 500;
        response.end();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  return {
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
