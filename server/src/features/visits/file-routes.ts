import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../errors.ts';
import { networkOf, originOf } from '../../http/client.ts';
import { type BlobAnswer, sendFile } from '../../http/files/send-file.ts';
import type { Services } from '../../services.ts';
import { auditOnce } from '../audit/index.ts';
import { fileAnswer } from '../downloads/index.ts';
import { writeVisits } from './count-visit.ts';
import { readFilePass } from './pass.ts';
import { mayFetch } from './present.ts';
import { findVisited, type VisitedRow } from './visited.queries.ts';

/**
 * GET /storage/links/{id}?…: the bytes of a document that a visitor of a public link sees, by a path signed for the link.
 * Whether the link still reaches the document is asked at every request, so a path dies with the link.
 */
export function mountLinkedFiles(app: FastifyInstance, services: Services): void {
  app.addHook('onClose', writeVisits);
  app.route<{ Params: { id: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/storage/links/:id',
    onRequest: async (request) => app.limits.onArrival(request),
    handler: async (request, reply) => {
      const pass = readFilePass(services.keys, request.params.id, request.query);
      if (pass) request.server.downloads.files.takeFor(`visitors ${networkOf(request)}`, reply.raw);
      const row = pass && (await findVisited(services.db, pass, pass.documentId));
      const answer = row && answerFor(request, row);
      if (!answer) throw notFound('This file');
      if (answer.save && request.method === 'GET') {
        const object = { kind: 'document' as const, id: row.id, name: row.name };
        const visitor = { from: originOf(request) };
        await auditOnce(services.db, row.organization_id, visitor, { action: 'link_downloaded', object });
      }
      reply.headers({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
      return sendFile(request, reply, services, answer);
    },
  });
}

/** Null where these bytes are not to be had, or not in this way. */
function answerFor({ query, headers }: FastifyRequest, row: VisitedRow): BlobAnswer | null {
  const save = (query as { download?: unknown }).download === '1';
  if (row.content !== 'stored' || !mayFetch(row) || (save && !row.downloads)) return null;
  const answer = fileAnswer(row, save);
  if (!answer || row.downloads) return answer;
  // Our page shows it. What somebody opens in a tab of its own, the browser would save where it cannot show it.
  if (headers['sec-fetch-mode'] === 'navigate') return null;
  return { ...answer, type: { ...answer.type, inline: true } };
}
