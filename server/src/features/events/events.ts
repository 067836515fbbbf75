import { eventsPath, type ServerEvent } from '@sheaf/contract';
import type { FastifyInstance } from 'fastify';
import { admit } from '../../http/admission/admit.ts';
import { createStreamSlots } from '../../http/admission/stream-slots.ts';
import type { Services } from '../../services.ts';
import { findAnyAccount, presentAccount } from '../sources/index.ts';
import { listen } from './listen.ts';
import { Streams } from './streams.ts';

const keepAliveMs = 25_000;
/** However often something changes, at most one event per interval is sent. */
const throttleMs = 400;

/**
 * Limits open streams. Those of one person allow for more tabs than anyone has, but for only a small part of all
 * streams.
 */
const bounds = {
  each: 50,
  all: 2_000,
  message: 'Sheaf is open in too many tabs at once. Close some of them.',
  retryAfter: 30,
};

/** Describes the thing with this id as an event, or returns null if it no longer exists. */
type Describe = (services: Services, id: string) => Promise<ServerEvent | null>;

const describeAccount: Describe = async (services, id) => {
  const account = await findAnyAccount(services.db, id);
  return account ? { type: 'account', account: presentAccount(services, account) } : null;
};

/**
 * Server-sent events: the state of a person's accounts and of what other features describe whenever it changes, and the
 * fact that what they see has changed. PostgreSQL carries notifications between processes, '<organization> <user>
 * <id>', so that a process reads only those for people it serves. A change of what a group sees is one notification,
 * with the group's id in place of the user's.
 */
export const mountEvents =
  (others: Readonly<Record<string, Describe>>) => (api: FastifyInstance, services: Services) => {
    const { log } = services;
    const describe: Readonly<Record<string, Describe>> = { sheaf_account: describeAccount, ...others };
    const streams = new Streams(services);
    const places = createStreamSlots(bounds);
    const waiting = new Map<string, NodeJS.Timeout>();

    async function send(channel: string, member: string, id: string): Promise<void> {
      if (channel === 'sheaf_view') return streams.signal(member, { type: 'documents' });
      const event = await describe[channel]!(services, id);
      if (event) await streams.send(member, event);
    }

    const listening = listen(services, [...Object.keys(describe), 'sheaf_view'], {
      notification(channel, payload) {
        const [organizationId, userId, id = ''] = payload.split(' ');
        const member = `${organizationId} ${userId}`;
        const news = `${channel} ${payload}`;
        if (!streams.serves(member) || waiting.has(news)) return;
        const timer = setTimeout(() => {
          waiting.delete(news);
          send(channel, member, id).catch((error) => log.warn({ err: error }, 'event not sent'));
        }, throttleMs);
        waiting.set(news, timer.unref());
      },
      resumed: () => streams.resync(),
    });
    const keepAlive = setInterval(() => {
      Promise.all([streams.keepAlive(), listening.probe()]).catch((error) =>
        log.warn({ err: error }, 'event streams not kept alive'),
      );
    }, keepAliveMs).unref();

    api.get(eventsPath, async (request, reply) => {
      const viewer = await admit(
        { access: 'documents.read', organization: 'header', keyScope: null, whileReadOnly: true },
        request,
        services,
      );
      places.takeFor(viewer.id, reply.raw);
      await listening.start();
      const principals = await streams.principalsOf(viewer);
      reply.hijack();
      reply.raw.writeHead(200, {
        ...reply.getHeaders(),
        'Content-Type': 'text/event-stream',
        'Cache-Control': 'no-store',
        'X-Accel-Buffering': 'no',
      } as never);
      reply.raw.write(': hello\n\n');
      streams.add(viewer, principals, reply);
    });
    api.addHook('preClose', async () => {
      clearInterval(keepAlive);
      streams.end();
      for (const timer of waiting.values()) clearTimeout(timer);
      await listening.stop();
    });
  };
