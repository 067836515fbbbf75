import type { FastifyInstance, FastifyRequest } from 'fastify';
import { notFound } from '../../errors.ts';
import { networkOf, originOf } from '../../http/client.ts';
import { type BlobAnswer, type FileAnswer, sendFile } from '../../http/files/send-file.ts';
import type { Services } from '../../services.ts';
import { auditOnce } from '../audit/index.ts';
import { fileAnswer, findLinkedZip, renditionAnswer, sendZip } from '../downloads/index.ts';
import { writeVisits } from './count-visit.ts';
import { type Pass, readFilePass, readZipPass } from './pass.ts';
import { mayFetch } from './present.ts';
import { findVisited, type VisitedRow } from './visited.queries.ts';
import { isTaken } from './zip.queries.ts';

interface FileRoute<P extends Pass> {
  /** Returns null if the path was not signed by us, or too long ago. */
  read(request: FastifyRequest, id: string): P | null;
  /** Returns null if the visitor can’t have these bytes, or not in this way. */
  answer(services: Services, pass: P, id: string, request: FastifyRequest): Promise<Found | null>;
}

interface Found {
  row: VisitedRow;
  file: FileAnswer;
}

/**
 * GET /storage/links/{id}?…: the bytes of a document that a visitor of a public link sees, by a path signed for the
 * link; /storage/linked-zips/{id}?…: those of a folder; /storage/linked-renditions/{id}?…: the PDF made of an old
 * office file. Every request checks whether the link still covers them, so a path ends with the link.
 */
export function mountLinkedFiles(app: FastifyInstance, services: Services): void {
  app.addHook('onClose', () => writeVisits(services));
  mountFileRoute(app, services, '/storage/links/:id', {
    read: ({ query }, id) => readFilePass(services.keys, 'links', id, query as Record<string, unknown>),
    async answer({ db }, pass, _id, request) {
      const row = await findVisited(db, pass, pass.documentId);
      const file = row && answerFor(request, row);
      return file ? { row, file } : null;
    },
  });
  mountFileRoute(app, services, '/storage/linked-renditions/:id', {
    read: ({ query }, id) => readFilePass(services.keys, 'linked-renditions', id, query as Record<string, unknown>),
    async answer(services, pass, _id, request) {
      const row = await findVisited(services.db, pass, pass.documentId);
      if (!row || !mayFetch(row) || isTab(request, row)) return null;
      const file = await renditionAnswer(services, row, pass.version);
      return file && { row, file };
    },
  });
  mountFileRoute(app, services, '/storage/linked-zips/:id', {
    read: ({ query }, id) => readZipPass(services.keys, id, query as Record<string, unknown>),
    async answer({ db }, pass, id) {
      const zip = await findLinkedZip(db, pass.linkId, id);
      const row = zip && (await findVisited(db, pass, zip.folder_id));
      return row?.downloads ? { row, file: await sendZip(services, { ...zip!, mayHave: isTaken(pass) }) } : null;
    },
  });
}

function mountFileRoute<P extends Pass>(
  app: FastifyInstance,
  services: Services,
  url: string,
  route: FileRoute<P>,
): void {
  app.route<{ Params: { id: string } }>({
    method: ['GET', 'HEAD'],
    url,
    onRequest: async (request) => app.limits.onArrival(request),
    handler: async (request, reply) => {
      const { id } = request.params;
      const pass = route.read(request, id);
      if (pass) request.server.downloads.files.takeFor(`visitors ${networkOf(request)}`, reply.raw);
      const found = pass && (await route.answer(services, pass, id, request));
      if (!found) throw notFound('This file');
      const { row, file } = found;
      if (file.save && request.method === 'GET') {
        const object = { kind: 'document' as const, id: row.id, name: row.name };
        const visitor = { from: originOf(request) };
        await auditOnce(services, row.organization_id, visitor, { action: 'link_downloaded', object });
      }
      reply.headers({ 'Referrer-Policy': 'no-referrer', 'X-Robots-Tag': 'noindex' });
      return sendFile(request, reply, services, file);
    },
  });
}

function answerFor(request: FastifyRequest, row: VisitedRow): BlobAnswer | null {
  const save = (request.query as { download?: unknown }).download === '1';
  if (row.content !== 'stored' || !mayFetch(row) || (save && !row.downloads)) return null;
  const answer = fileAnswer(row, save);
  if (!answer || row.downloads) return answer;
  if (isTab(request, row)) return null;
  return { ...answer, type: { ...answer.type, inline: true } };
}

/** Our page shows these. Opened in a tab of its own, a file that the browser can't show would be saved. */
const isTab = ({ headers }: FastifyRequest, { downloads }: VisitedRow): boolean =>
  !downloads && headers['sec-fetch-mode'] === 'navigate';
