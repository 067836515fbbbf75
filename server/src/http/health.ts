import type { FastifyInstance } from 'fastify';
import type { Services } from '../services.ts';

type Checked = { name: string; ok: boolean }[];

/** Anyone may call this, so its cost is bounded: one round of checks a second. */
const cacheMs = 1_000;

/**
 * /api/health: the process answers. /api/ready: database, queue and blob store work; otherwise 503 with what is
 * missing.
 */
export function mountHealth(app: FastifyInstance, { pool, blobs }: Services): void {
  const checks = {
    database: () => pool.query('select 1 from schema_migrations limit 1'),
    queue: () => pool.query('select 1 from graphile_worker.jobs limit 1'),
    blobs: () => blobs.ready(),
  };
  const checkAll = (): Promise<Checked> =>
    Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const ok = await check().then(
          () => true,
          () => false,
        );
        return { name, ok };
      }),
    );
  let latest: { at: number; checked: Promise<Checked> } | undefined;

  app.get('/api/health', { logLevel: 'warn' }, async () => ({ status: 'ok' }));
  app.get('/api/ready', { logLevel: 'warn' }, async (_, reply) => {
    if (!latest || Date.now() - latest.at > cacheMs) latest = { at: Date.now(), checked: checkAll() };
    const checked = await latest.checked;
    const ready = checked.every(({ ok }) => ok);
    const parts = Object.fromEntries(checked.map(({ name, ok }) => [name, ok ? 'ok' : 'failed']));
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ready' : 'not ready', ...parts });
  });
}
