import type { Readable } from 'node:stream';
import { limits, uploadsPath } from '@sheaf/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../errors.ts';
import { admit, type Member } from '../../http/viewer.ts';
import { isUuid } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { createUpload, NameTaken } from './create.ts';
import { type Finished, finishUpload } from './finish.ts';
import { readLength, readMetadata } from './metadata.ts';
import { append, hasSpool, removeSpool } from './spool.ts';
import { createTurns } from './turns.ts';
import { deleteUpload, findUpload, type Upload } from './uploads.queries.ts';

const version = '1.0.0';
const extensions = 'creation,creation-with-upload,termination,expiration';
const bytesType = 'application/offset+octet-stream';

/**
 * tus 1.0 by hand: the protocol is five small calls, and so they share our sessions, errors, limits and store. Beyond
 * tus, whoever sent the last byte learns what became of it: Upload-Document and Upload-Outcome.
 */
export function mountUploads(api: FastifyInstance, services: Services): void {
  api.register(async (scope) => {
    const inTurn = createTurns();
    scope.addContentTypeParser(bytesType, (_request, payload, done) => done(null, payload));
    scope.addHook('onRequest', async (request, reply) => {
      reply.header('Tus-Resumable', version);
      reply.header('Cache-Control', 'no-store');
      if (request.method === 'OPTIONS') return;
      if (request.headers['tus-resumable'] !== version)
        return reply.code(412).header('Tus-Version', version).send({ message: 'Only tus 1.0.0.', code: 'malformed' });
      request.viewer = await admitted(request, services);
    });

    const describe = { bodyLimit: limits.uploadBytes };
    scope.options(uploadsPath, async (_, reply) =>
      reply
        .code(204)
        .headers({
          'Tus-Version': version,
          'Tus-Extension': extensions,
          'Tus-Max-Size': String(limits.uploadBytes),
        })
        .send(),
    );

    scope.post(uploadsPath, describe, async (request, reply) => {
      const size = readLength(request.headers['upload-length']);
      const id = await createUpload(
        services,
        viewerOf(request),
        readMetadata(request.headers['upload-metadata']),
        size,
      ).catch((error) => {
        if (error instanceof NameTaken) reply.header('Upload-Conflict', 'name');
        throw error;
      });
      reply.header('Location', `/api${uploadsPath}/${id}`);
      await receive(request, reply, id, 0);
      return reply.code(201).send();
    });

    scope.head<ById>(`${uploadsPath}/:id`, async (request, reply) => {
      // Whatever still writes has lost its connection: what came of it counts first.
      const upload = await inTurn(
        (await own(services, request)).id,
        () => {},
        () => own(services, request),
      );
      tell(reply, upload, upload.received);
      return reply.header('Upload-Length', String(upload.size)).send();
    });

    scope.patch<ById>(`${uploadsPath}/:id`, describe, async (request, reply) => {
      if (request.headers['content-type'] !== bytesType) throw new AppError('malformed', `Bytes come as ${bytesType}.`);
      const { id } = await own(services, request);
      await receive(request, reply, id, offsetOf(request));
      return reply.code(204).send();
    });

    scope.delete<ById>(`${uploadsPath}/:id`, async (request, reply) => {
      const { id } = await own(services, request);
      // Ends whoever writes; whoever finishes has finished.
      await inTurn(
        id,
        () => {},
        async () => {
          await deleteUpload(services.db, id);
          await removeSpool(services, id);
        },
      );
      return reply.code(204).send();
    });

    /** Takes the bytes of a request, and with the last one finishes. */
    async function receive(request: FastifyRequest, reply: FastifyReply, id: string, offset: number): Promise<void> {
      const body = request.headers['content-type'] === bytesType ? (request.body as Readable) : null;
      await inTurn(
        id,
        () => body?.destroy(),
        async () => {
          const upload = await find(services, viewerOf(request), id);
          if (upload.document_id) return tell(reply, upload, upload.size);
          if (upload.received !== offset)
            throw new AppError('conflict', `This upload goes on at ${upload.received}, not at ${offset}.`);
          const announced = Number(request.headers['content-length'] ?? 0);
          if (offset + announced > upload.size) throw new AppError('too_large', 'More bytes than were announced.');
          const received = body ? await append(services, upload, body) : offset;
          if (received < upload.size) return tell(reply, upload, received);
          // Bytes take their time: whoever sends them may have been signed out or removed meanwhile.
          const finished = await finishUpload(services, await admitted(request, services), upload);
          tell(reply, upload, received, finished);
        },
      );
    }
  });
}

interface ById {
  Params: { id: string };
}

const admitted = (request: FastifyRequest, services: Services) =>
  admit({ access: 'sources.own', organization: 'header' }, request, services);

const viewerOf = (request: FastifyRequest) => request.viewer as Member;

const own = (services: Services, request: FastifyRequest<ById>) => find(services, viewerOf(request), request.params.id);

async function find(services: Services, viewer: Member, id: string): Promise<Upload> {
  const upload = isUuid(id) ? await findUpload(services.db, viewer, id) : undefined;
  if (!upload || !(upload.document_id || (await hasSpool(services, upload)))) throw notFound('This upload');
  return upload;
}

function offsetOf(request: FastifyRequest): number {
  const offset = Number(request.headers['upload-offset']);
  if (!/^\d+$/.test(String(request.headers['upload-offset'])) || !Number.isSafeInteger(offset))
    throw new AppError('malformed', 'Upload-Offset must say where these bytes begin.');
  return offset;
}

function tell(
  reply: FastifyReply,
  upload: Upload,
  received: number,
  finished: Finished | null = finishedBefore(upload),
) {
  reply.header('Upload-Offset', String(received));
  reply.header('Upload-Expires', upload.expires_at.toUTCString());
  if (!finished) return;
  reply.header('Upload-Document', finished.documentId);
  reply.header('Upload-Outcome', finished.outcome);
}

const finishedBefore = ({ document_id, outcome }: Upload): Finished | null =>
  document_id && outcome ? { documentId: document_id, outcome } : null;
