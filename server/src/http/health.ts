import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

/** /api/health: the process answers. /api/ready: database, queue and blob store can be used; else 503 and what is missing. */
export function mountHealth(app: FastifyInstance, { pool, blobs }: Services): void {
  app.get('/api/health', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/api/ready', { logLevel: 'warn' }, async (_, reply) => {
    const checks = {
      database: () => pool.query('select 1 from schema_migrations limit 1'),
      queue: () => pool.query('select 1 from graphile_worker.jobs limit 1'),
      blobs: () => blobs.ready(),
    };
    const results = await Promise.all(
      Object.entries(checks).map(
        async ([name, check]) =>
          [
            name,
            await check().then(
              () => 'ok',
              () => 'failed',
            ),
          ] as const,
      ),
    );
    const ready = results.every(([, result]) => result === 'ok');
    return reply
      .code(ready ? 200 : 503)
      .send({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(results) });
  });
}
