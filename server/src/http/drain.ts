import type { ServerResponse } from 'node:http';
import { eventsPath } from '@sheaf/contract';
import type { FastifyInstance } from 'fastify';

/**
 * A stop first waits until the requests under way have been answered, such as downloads and uploads, but no longer than
 * this. New requests are refused meanwhile. Event streams are not waited for: they never end by themselves.
 */
export function waitForRequests(app: FastifyInstance, graceMs: number): void {
  const open = new Set<ServerResponse>();
  let onEmpty = () => {};
  app.addHook('onRequest', async ({ url }, { raw }) => {
    if (url.startsWith(`/api${eventsPath}`)) return;
    open.add(raw);
    raw.once('close', () => {
      open.delete(raw);
      if (open.size === 0) onEmpty();
    });
  });
  app.addHook('preClose', async () => {
    if (open.size === 0 || graceMs === 0) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, graceMs);
      onEmpty = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  });
}
