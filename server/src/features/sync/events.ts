import { eventsPath, type ServerEvent } from '@sheaf/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PoolClient } from 'pg';
import { admit, type Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { findAnyAccount, presentAccount } from '../sources/index.ts';

interface Listener {
  viewer: Member;
  reply: FastifyReply;
}

const heartbeatMs = 25_000;
/** An account that changes a hundred times a second is told a few times. */
const throttleMs = 400;
const mostListeners = 2000;

/**
 * Server-sent events: the state of one's accounts whenever it changes, and that what one sees has changed. PostgreSQL
 * carries the news between processes.
 */
export function mountEvents(api: FastifyInstance, services: Services): void {
  const listeners = new Set<Listener>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const hub = listen(services, (channel, payload) => {
    const news = `${channel} ${payload}`;
    if (listeners.size === 0 || waiting.has(news)) return;
    waiting.set(
      news,
      setTimeout(() => {
        waiting.delete(news);
        if (channel === 'sheaf_view') return tellView(listeners, payload);
        tell(services, listeners, payload).catch((error) => services.log.warn({ err: error }, 'event not sent'));
      }, throttleMs).unref(),
    );
  });
  api.get(eventsPath, async (request, reply) => {
    const viewer = await admit({ access: 'documents.read', organization: 'header' }, request, services);
    if (listeners.size >= mostListeners)
      return reply.code(503).send({ message: 'Too many listeners.', code: 'unavailable' });
    await hub.started();
    reply.hijack();
    reply.raw.writeHead(200, {
      ...reply.getHeaders(),
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    } as never);
    reply.raw.write(': hello\n\n');
    const listener = { viewer, reply };
    const heartbeat = setInterval(() => reply.raw.write(': still here\n\n'), heartbeatMs);
    const forget = () => {
      clearInterval(heartbeat);
      listeners.delete(listener);
    };
    listeners.add(listener);
    reply.raw.on('close', forget);
    // Gone already, while we were looking who it is.
    if (reply.raw.destroyed) forget();
  });
  api.addHook('preClose', async () => {
    for (const { reply } of listeners) reply.raw.end();
    for (const timer of waiting.values()) clearTimeout(timer);
    await hub.stop();
  });
}

/** `member` as the database names it: organisation and person. */
function tellView(listeners: Set<Listener>, member: string): void {
  const event: ServerEvent = { type: 'documents' };
  for (const { viewer, reply } of listeners) {
    if (`${viewer.membership.organizationId} ${viewer.id}` === member)
      reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
  }
}

async function tell(services: Services, listeners: Set<Listener>, accountId: string): Promise<void> {
  const account = await findAnyAccount(services.db, accountId);
  if (!account) return;
  const concerned = [...listeners].filter(
    ({ viewer }) => viewer.id === account.user_id && viewer.membership.organizationId === account.organization_id,
  );
  if (concerned.length === 0) return;
  const event: ServerEvent = { type: 'account', account: presentAccount(services, account) };
  for (const { reply } of concerned) reply.raw.write(`data: ${JSON.stringify(event)}\n\n`);
}

/** One connection that listens, opened with the first listener and again whenever it breaks. */
function listen({ pool, log }: Services, heard: (channel: string, payload: string) => void) {
  let client: PoolClient | undefined;
  let opening: Promise<void> | undefined;
  let stopped = false;
  const open = async () => {
    const fresh = await pool.connect();
    fresh.on('notification', ({ channel, payload }) => payload && heard(channel, payload));
    fresh.on('error', () => {
      client = undefined;
      opening = undefined;
      fresh.release(true);
      if (!stopped)
        setTimeout(() => started().catch((error) => log.warn({ err: error }, 'not listening')), 1000).unref();
    });
    await fresh.query('listen sheaf_account; listen sheaf_view');
    client = fresh;
  };
  const started = () => {
    opening ??= open().catch((error) => {
      opening = undefined;
      throw error;
    });
    return opening;
  };
  return {
    started,
    async stop() {
      stopped = true;
      await opening?.catch(() => {});
      client?.release(true);
    },
  };
}
