import { connectors, type ReceiveWebhook, type WebhookMessage } from '@sheaf/connectors';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors.ts';
import type { Services } from '../../services.ts';
import { findProvider, webhookPath } from '../sources/index.ts';
import { runAccounts, runWatched } from './run-soon.ts';

/** Most are short; those of chats contain a message before and after the change. */
const bodyLimit = 1024 * 1024;

/**
 * Endpoints that providers call when something changed. They aren't calls of the contract: no one is signed in, and
 * each provider proves itself in its own way. They only say that there is something to fetch, which is all that a false
 * one could cause.
 */
export function mountWebhooks(api: FastifyInstance, services: Services): void {
  api.register(async (hooks) => {
    // Signatures are over the raw bytes.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_: unknown, body: Buffer) => body);
    for (const { manifest, webhook } of connectors) {
      if (!webhook) continue;
      hooks.route({
        method: ['GET', 'POST'],
        // A HEAD would be a GET without its answer.
        exposeHeadRoute: false,
        url: webhookPath(manifest.slug),
        bodyLimit,
        async handler(request, reply) {
          const challenge = await receive(services, manifest.slug, webhook, messageOf(request));
          if (challenge !== undefined) return reply.type('text/plain; charset=utf-8').send(challenge);
          return reply.code(204).send();
        },
      });
    }
  });
}

/** Returns the text to reply with, if the provider expects one. The answer doesn't reveal what is known here. */
async function receive(
  services: Services,
  slug: string,
  webhook: ReceiveWebhook,
  message: WebhookMessage,
): Promise<string | undefined> {
  const { app, webhookUrl } = findProvider(services, slug);
  if (!app || !webhookUrl) throw new AppError('not_found', 'Endpoint not found.');
  const result = webhook(message, app);
  switch (result.kind) {
    case 'challenge':
      return result.text;
    case 'refused':
      throw new AppError('forbidden', 'The signature is wrong.');
    case 'malformed':
      throw new AppError('malformed', 'This message can’t be read.');
    case 'accounts':
      await runAccounts(services, slug, result.remoteUserIds, result.startingWith ?? []);
      return undefined;
    case 'watches':
      await runWatched(services, slug, result.watches, result.isGreeting ?? false);
      return undefined;
  }
}

function messageOf({ method, headers, url, body }: FastifyRequest): WebhookMessage {
  const single = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
  return {
    method: method === 'GET' ? 'GET' : 'POST',
    headers: Object.fromEntries(single),
    query: new URL(url, 'http://localhost').searchParams,
    body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
    now: new Date(),
  };
}
