import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import { admit } from '../../http/admission/admit.ts';
import { createInFlight } from '../../http/admission/in-flight.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';

/** Simultaneous calls of one person's assistants. */
const bounds = { running: 4, waiting: 50 };
const bodyBytes = 64 * 1024;

async function openHandler(services: Services) {
  const [{ createMcpHandler }, { createMcpServer }] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('./mcp-server.ts'),
  ]);
  return createMcpHandler(({ authInfo }) => createMcpServer(services, authInfo?.extra?.viewer as Member), {
    // There are no changes to subscribe to, and an open stream would have to be checked.
    maxSubscriptions: 0,
    onerror: (error) => services.log.info({ err: error }, 'MCP request refused'),
  });
}

/**
 * POST /mcp: the Model Context Protocol for assistants, with a key that has the scope. Nothing is kept between
 * requests, so that losing the key, a document or the membership takes effect with the next one.
 */
export function mountMcp(app: FastifyInstance, services: Services): void {
  const { config } = services;
  // Loaded with the first request, since it takes 34 MB and many servers have no assistants.
  let opened: ReturnType<typeof openHandler> | undefined;
  const handlerOf = () => (opened ??= openHandler(services));
  const enter = createInFlight(bounds);
  app.addHook('onClose', async () => (await opened)?.close());

  app.register(async (mcp) => {
    mcp.addHook('onRequest', async (request) => app.limits.onArrival(request));
    mcp.post('/mcp', {
      bodyLimit: bodyBytes,
      onRequest: async (request, reply) => {
        reply.header('Cache-Control', 'no-store');
        request.viewer = await admitAssistant(request, services);
      },
      handler: async (request, reply) => {
        if (Array.isArray(request.body)) throw new AppError('malformed', 'Send one message at a time, not a batch.');
        const viewer = request.viewer as Member;
        const leave = await enter(viewer.id);
        reply.raw.once('close', leave);
        // The connection broke off while it waited, so there will be no close event.
        if (reply.raw.destroyed) {
          leave();
          throw new AppError('unavailable', 'The connection was closed.');
        }
        const handler = await handlerOf();
        const answer = await handler.fetch(requestOf(request, reply, config.publicUrl), {
          authInfo: { token: '', clientId: viewer.credential.id, scopes: ['mcp'], extra: { viewer } },
          parsedBody: request.body,
        });
        return reply.send(answer);
      },
    });
    // Clients of the 2025 protocol ask for a stream and end sessions; there are neither.
    mcp.route({
      method: ['GET', 'DELETE'],
      url: '/mcp',
      handler: (_, reply) =>
        reply.code(405).headers({ Allow: 'POST', 'Cache-Control': 'no-store' }).send({
          message: 'Assistants send POST requests to this address.',
          code: 'malformed',
        }),
    });
  });
}

const admitAssistant = (request: FastifyRequest, services: Services): Promise<Member> =>
  admit(
    { access: 'documents.read', organization: 'header', keyScope: 'mcp', whileReadOnly: true, keysOnly: true },
    request,
    services,
  );

/** The request as a web `Request`, aborted when the connection closes. */
function requestOf(request: FastifyRequest, reply: FastifyReply, publicUrl: string): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  headers.delete('authorization');
  const closed = new AbortController();
  reply.raw.once('close', () => closed.abort());
  return new Request(`${publicUrl}/mcp`, { method: 'POST', headers, signal: closed.signal });
}
