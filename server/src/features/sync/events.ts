import { eventsPath, type ServerEvent } from '@sheaf/contract';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { sql } from 'kysely';
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
/** Of one person: more tabs than anybody has, and far from all. */
const mostEach = 50;
/** Bytes that wait for a listener who does not read. */
const mostUnread = 256 * 1024;

type News = { organizationId: string; userId: string; event: ServerEvent } | null;
/** What features tell, by the channel that says whose turn it is. */
type Tellers = Readonly<Record<string, (services: Services, payload: string) => Promise<News>>>;

/**
 * Server-sent events: the state of one's accounts and of what others tell whenever it changes, and that what one sees
 * has changed. PostgreSQL carries the news between processes.
 */
export const mountEvents = (others: Tellers) => (api: FastifyInstance, services: Services) => {
  const tellers: Tellers = { sheaf_account: accountNews, ...others };
  const listeners = new Set<Listener>();
  const waiting = new Map<string, NodeJS.Timeout>();
  const hub = listen(services, [...Object.keys(tellers), 'sheaf_view'], (channel, payload) => {
    const news = `${channel} ${payload}`;
    if (listeners.size === 0 || waiting.has(news)) return;
    waiting.set(
      news,
      setTimeout(() => {
        waiting.delete(news);
        if (channel === 'sheaf_view') return tellView(listeners, payload);
        tell(services, listeners, tellers[channel]!(services, payload)).catch((error) =>
          services.log.warn({ err: error }, 'event not sent'),
        );
      }, throttleMs).unref(),
    );
  });
  const greet = async () => {
    for (const listener of await stillWelcome(services, [...listeners])) write(listener, ': still here\n\n');
  };
  const heartbeat = setInterval(() => {
    greet().catch((error) => services.log.warn({ err: error }, 'listeners not greeted'));
  }, heartbeatMs).unref();
  api.get(eventsPath, async (request, reply) => {
    const viewer = await admit({ access: 'documents.read', organization: 'header' }, request, services);
    const theirs = [...listeners].filter((one) => one.viewer.id === viewer.id).length;
    if (listeners.size >= mostListeners || theirs >= mostEach)
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
    listeners.add(listener);
    reply.raw.on('close', () => listeners.delete(listener));
    // Gone already, while we were looking who it is.
    if (reply.raw.destroyed) listeners.delete(listener);
  });
  api.addHook('preClose', async () => {
    clearInterval(heartbeat);
    for (const { reply } of listeners) reply.raw.end();
    for (const timer of waiting.values()) clearTimeout(timer);
    await hub.stop();
  });
};

function tellView(listeners: Set<Listener>, member: string): void {
  const event: ServerEvent = { type: 'documents' };
  for (const listener of listeners)
    if (placeOf(listener) === member) write(listener, `data: ${JSON.stringify(event)}\n\n`);
}

/** As the database names a member. */
const placeOf = ({ viewer }: Listener): string => `${viewer.membership.organizationId} ${viewer.id}`;

function write({ reply }: Listener, text: string): void {
  if (reply.raw.writableLength > mostUnread) reply.raw.destroy();
  else reply.raw.write(text);
}

/** Those whose session and membership still hold. A line stands for hours: the others are shown out. */
async function stillWelcome({ db }: Services, asked: readonly Listener[]): Promise<Listener[]> {
  if (asked.length === 0) return [];
  const { rows } = await sql<{ id: string; place: string }>`
    select s.id, m.organization_id || ' ' || m.user_id as place from sessions s
    join memberships m on m.user_id = s.user_id
    join organizations o on o.id = m.organization_id and o.deleted_at is null
    where s.id = any(${asked.map(({ viewer }) => viewer.sessionId)}::uuid[]) and s.expires_at > now()`.execute(db);
  const known = new Set(rows.map(({ id, place }) => `${id} ${place}`));
  const isWelcome = (one: Listener) => known.has(`${one.viewer.sessionId} ${placeOf(one)}`);
  for (const listener of asked) if (!isWelcome(listener)) listener.reply.raw.end();
  return asked.filter(isWelcome);
}

async function accountNews(services: Services, id: string): Promise<News> {
  const account = await findAnyAccount(services.db, id);
  if (!account) return null;
  const event: ServerEvent = { type: 'account', account: presentAccount(services, account) };
  return { organizationId: account.organization_id, userId: account.user_id, event };
}

async function tell(services: Services, listeners: Set<Listener>, told: Promise<News>): Promise<void> {
  const news = await told;
  if (!news) return;
  const concerned = [...listeners].filter((one) => placeOf(one) === `${news.organizationId} ${news.userId}`);
  for (const listener of await stillWelcome(services, concerned))
    write(listener, `data: ${JSON.stringify(news.event)}\n\n`);
}

/** One connection that listens, opened with the first listener and again whenever it breaks. */
function listen(
  { pool, log }: Services,
  channels: readonly string[],
  heard: (channel: string, payload: string) => void,
) {
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
    await fresh.query(channels.map((channel) => `listen ${channel}`).join('; '));
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
