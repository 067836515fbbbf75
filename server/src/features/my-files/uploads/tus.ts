import type { Readable } from 'node:stream';
import { limits, uploadsPath } from '@sheaf/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../../errors.ts';
import { admit } from '../../../http/admission/admit.ts';
import type { Member } from '../../../http/viewer.ts';
import { BytesLost } from '../../../platform/blobs/index.ts';
import { isUuid } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { receiveBytes } from './append.ts';
import { createUpload, NameTaken, refuseWithoutRoom } from './create.ts';
import { type Finished, finishUpload } from './finish.ts';
import { readLength, readMetadata } from './metadata.ts';
import { createTurns, type Hold } from './turns.ts';
import { isUnclean, type Upload } from './upload-row.ts';
import { deleteUpload, findUpload } from './uploads.queries.ts';

const version = '1.0.0';
const extensions = 'creation,creation-with-upload,termination,expiration';
const bytesType = 'application/offset+octet-stream';

/**
 * Implements tus 1.0 itself: the protocol has only five small calls, which share sessions, errors, limits and the
 * store. Each may reach any process (docs/adr/0013-uploads.md). Beyond tus, the response to the last byte has the
 * headers Upload-Document and Upload-Outcome.
 */
export function mountUploads(api: FastifyInstance, services: Services): void {
  api.register(async (scope) => {
    const turns = createTurns(services);
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
      const bytes = bytesIn(request);
      const hasWork = bytes !== null || size === 0;
      const upload = await createUpload(
        services,
        viewerOf(request),
        readMetadata(request.headers['upload-metadata']),
        size,
        hasWork,
      ).catch((error) => {
        if (error instanceof NameTaken) reply.header('Upload-Conflict', 'name');
        throw error;
      });
      reply.header('Location', `/api${uploadsPath}/${upload.id}`);
      if (hasWork) await receive(request, reply, upload.id, 0, upload);
      else setUploadHeaders(reply, upload, 0);
      return reply.code(201).send();
    });

    scope.head<ById>(`${uploadsPath}/:id`, async (request, reply) => {
      // A request that still writes has lost its connection; its bytes are recorded first.
      await turns.quiet((await own(services, request)).id);
      const upload = await own(services, request);
      setUploadHeaders(reply, upload, upload.received);
      return reply.header('Upload-Length', String(upload.size)).send();
    });

    scope.patch<ById>(`${uploadsPath}/:id`, describe, async (request, reply) => {
      if (request.headers['content-type'] !== bytesType) throw new AppError('malformed', `Bytes come as ${bytesType}.`);
      const upload = await own(services, request);
      await refuseWithoutRoom(services, viewerOf(request), upload);
      await receive(request, reply, upload.id, offsetOf(request));
      return reply.code(204).send();
    });

    scope.delete<ById>(`${uploadsPath}/:id`, async (request, reply) => {
      const { id } = await find(services, viewerOf(request), request.params.id);
      // Ends a request that writes; one that stores the upload has finished it, or finds it gone.
      await turns.quiet(id);
      const upload = await deleteUpload(services.db, id);
      if (upload) await services.blobs.growing.remove(upload, { unclean: isUnclean(upload) });
      return reply.code(204).send();
    });

    /** Takes the bytes of a request, and finishes the upload with the last one. */
    async function receive(
      request: FastifyRequest,
      reply: FastifyReply,
      id: string,
      offset: number,
      created?: Upload,
    ): Promise<void> {
      const work = async (hold: Hold) => {
        const { upload } = hold;
        if (upload.document_id) return setUploadHeaders(reply, upload, upload.size);
        if (upload.received !== offset)
          throw new AppError('conflict', `This upload continues at byte ${upload.received}, not ${offset}.`);
        const announced = Number(request.headers['content-length'] ?? 0);
        if (offset + announced > upload.size)
          throw new AppError('too_large', 'The upload sent more data than it announced.');
        const finished = await receiveBytes(services, hold, bytesIn(request), async (store) =>
          // Sending takes time: the person may have been signed out or removed meanwhile.
          finishUpload(services, await admitted(request, services), upload, store),
        );
        // The turn was given back with the document.
        if (finished) hold.isOver = true;
        setUploadHeaders(reply, upload, finished ? upload.size : upload.received, finished);
      };
      try {
        await turns.hold(id, work, created);
      } catch (error) {
        // The rest of the body is not read, so the connection can't be used again.
        if (!request.raw.readableEnded) reply.header('Connection', 'close');
        if (!(error instanceof BytesLost)) throw error;
        logLoss(services, id, error);
        throw notFound('This upload');
      }
    }
  });
}

interface ById {
  Params: { id: string };
}

/** Reading the offset and canceling also work while nothing can be changed. */
const admitted = (request: FastifyRequest, services: Services) =>
  admit(
    {
      access: 'documents.edit',
      organization: 'header',
      keyScope: 'write',
      whileReadOnly: ['HEAD', 'DELETE'].includes(request.method),
    },
    request,
    services,
  );

const viewerOf = (request: FastifyRequest) => request.viewer as Member;

const own = (services: Services, request: FastifyRequest<ById>) =>
  findWithBytes(services, viewerOf(request), request.params.id);

async function find(services: Services, viewer: Member, id: string): Promise<Upload> {
  const upload = isUuid(id) ? await findUpload(services.db, viewer, id) : undefined;
  if (!upload) throw notFound('This upload');
  return upload;
}

/** With its recorded bytes. */
async function findWithBytes(services: Services, viewer: Member, id: string): Promise<Upload> {
  const upload = await find(services, viewer, id);
  if (upload.document_id || (await services.blobs.growing.isThere(upload))) return upload;
  logLoss(services, id);
  throw notFound('This upload');
}

const logLoss = ({ log }: Services, upload: string, err?: Error) =>
  log.warn({ upload, err }, 'the bytes of an upload are not found here: do all processes share one BLOB_STORE?');

/** The bytes of a request, if it has any. */
const bytesIn = (request: FastifyRequest): Readable | null =>
  request.headers['content-type'] === bytesType ? (request.body as Readable) : null;

function offsetOf(request: FastifyRequest): number {
  const offset = Number(request.headers['upload-offset']);
  if (!/^\d+$/.test(String(request.headers['upload-offset'])) || !Number.isSafeInteger(offset))
    throw new AppError('malformed', 'Upload-Offset must say where these bytes begin.');
  return offset;
}

function setUploadHeaders(
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
