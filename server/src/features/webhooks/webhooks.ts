import type { FastifyInstance } from 'fastify';
import type { Services } from '../../services.ts';
import { webhookPath } from '../sources/index.ts';
import { answerChallenge, hearDropbox } from './dropbox.ts';
import { hearGoogleDrive } from './google-drive.ts';

/** News is short: a list of accounts at most. */
const bodyLimit = 64 * 1024;

/**
 * What providers call when something changed. No calls of the contract: nobody is signed in, and what proves the sender
 * is the provider's own. They only say that there is something to fetch, so a false one could do no more than that.
 */
export function mountWebhooks(api: FastifyInstance, services: Services): void {
  api.register(async (hooks) => {
    // Signatures are over the bytes.
    hooks.removeAllContentTypeParsers();
    hooks.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit }, async (_: unknown, body: Buffer) => body);
    hooks.post(webhookPath('google-drive'), { bodyLimit }, async ({ headers }, reply) => {
      await hearGoogleDrive(services, headers);
      return reply.code(204).send();
    });
    hooks.get<{ Querystring: { challenge?: unknown } }>(webhookPath('dropbox'), async ({ query }, reply) =>
      reply.type('text/plain; charset=utf-8').send(answerChallenge(services, query.challenge)),
    );
    hooks.post<{ Body?: Buffer }>(webhookPath('dropbox'), { bodyLimit }, async ({ headers, body }, reply) => {
      await hearDropbox(services, headers['x-dropbox-signature'], body ?? Buffer.alloc(0));
      return reply.code(204).send();
    });
  });
}
