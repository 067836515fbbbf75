import { may, type Role } from '@sheaf/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError, notFound } from '../../errors.ts';
import { originOf } from '../../http/client.ts';
import { type FileAnswer, sendFile } from '../../http/files/send-file.ts';
import type { Member } from '../../http/viewer.ts';
import { createThumbnailMaker } from '../../platform/thumbnails/index.ts';
import type { Services } from '../../services.ts';
import { nothingHidden, seesNow } from '../access/index.ts';
import { type Actor, auditIn, auditOnce, exportLog } from '../audit/index.ts';
import { noteUse } from '../documents/index.ts';
import { readPass, type StoredThing, storedThings } from '../storage/index.ts';
import { reportByPath } from '../transfers/index.ts';
import { entryAnswer } from './archive/entry-answer.ts';
import { fileAnswer } from './file-answer.ts';
import { renditionAnswer } from './renditions/rendition-answer.ts';
import { sendZip } from './send-zip.ts';
import { type AskedBy, type Asker, findFile, findZip, memberAtTransfer, memberIn } from './stored-file.queries.ts';
import { type Thumbnails, thumbnailsOf } from './thumbnails.ts';

interface Asked extends Asker {
  id: string;
  version: string;
  save: boolean;
  request: FastifyRequest;
}

type Find = (services: Services, asked: Asked, thumbnails: Thumbnails) => Promise<FileAnswer | 'none' | null>;

/**
 * GET /storage/{thing}/{id}?…: sends bytes for a signed path, which the browser can use where it can't send a session:
 * in images, videos and downloads. The signature covers the person and the session or key the path was made with. Every
 * request checks that these are still valid and that the person may see the document. All failures get the same answer.
 */
export function mountStorage(app: FastifyInstance, services: Services): void {
  const maker = createThumbnailMaker(services.log);
  const thumbnails = thumbnailsOf(services, maker);
  app.addHook('onClose', () => maker.close());
  app.route<{ Params: { thing: string; id: string }; Querystring: Record<string, unknown> }>({
    method: ['GET', 'HEAD'],
    url: '/storage/:thing/:id',
    handler: async (request, reply) => {
      const { thing, id } = request.params;
      const pass = isThing(thing) ? readPass(services.keys, thing, id, request.query) : null;
      if (pass) await takePlace(pass, request, reply);
      const asked = pass && { ...pass, save: request.query.download === '1', request };
      const answer = pass && asked ? await finders[pass.thing](services, asked, thumbnails) : null;
      if (!answer) throw notFound('This file');
      // Sent as an empty answer, because browsers report errors of images to the console.
      if (answer === 'none') return reply.code(204).header('Cache-Control', 'no-store').send();
      return sendFile(request, reply, services, answer);
    },
  });
}

/** Taken before any work, so that this is limited too. */
async function takePlace(
  { thing, userId }: { thing: StoredThing; userId: string },
  { server: { downloads } }: FastifyRequest,
  { raw }: FastifyReply,
): Promise<void> {
  if (thing !== 'thumbnails' && thing !== 'frames') return downloads.files.takeFor(userId, raw);
  const leave = await downloads.pictures(userId);
  raw.once('finish', leave).once('close', leave);
  if (!raw.destroyed) return;
  leave();
  throw new AppError('unavailable', 'The connection was closed.');
}

const isThing = (thing: string): thing is StoredThing => (storedThings as readonly string[]).includes(thing);

const mayRead = ({ role }: { role: Role }): boolean => may(role, 'documents.read');

const MB = 1024 * 1024;

/** The index of a video and its first second are in these parts. */
const frameWindow = { first: 6 * MB, last: 2 * MB, atOnce: MB / 2 };

const finders: Record<StoredThing, Find> = {
  async documents(services, asked) {
    const { db } = services;
    const { userId, id, save, request } = asked;
    const file = await findFile(db, asked, id);
    if (!file || !mayRead(file)) return null;
    const answer = fileAnswer(file, save);
    if (!answer || request.method !== 'GET') return answer;
    if (save && isBeginning(request)) await noteUse(db, memberOf(userId, file), [id], 'downloaded');
    await auditOnce(services, file.organization_id, actorOf(asked, file), {
      action: save ? 'downloaded' : 'viewed',
      object: { kind: 'document', id, name: file.name },
    });
    return answer;
  },

  async 'archive-entries'(services, asked) {
    const { id, save, request } = asked;
    const file = await findFile(services.db, asked, id);
    if (!file || !mayRead(file)) return null;
    const answer = await entryAnswer(services, file, { ...asked, isHead: request.method === 'HEAD' });
    if (answer && request.method === 'GET')
      await auditOnce(services, file.organization_id, actorOf(asked, file), {
        action: save ? 'downloaded' : 'viewed',
        object: { kind: 'document', id, name: file.name },
      }).catch((error: unknown) => {
        answer.open().destroy();
        throw error;
      });
    return answer;
  },

  async renditions(services, asked) {
    const { id, version, request } = asked;
    const file = await findFile(services.db, asked, id);
    const answer = file && mayRead(file) ? await renditionAnswer(services, file, version) : null;
    if (file && answer && request.method === 'GET')
      await auditOnce(services, file.organization_id, actorOf(asked, file), {
        action: 'viewed',
        object: { kind: 'document', id, name: file.name },
      });
    return answer;
  },

  async thumbnails({ db }, asked, thumbnails) {
    const file = await findFile(db, asked, asked.id);
    return file && mayRead(file) ? thumbnails(file, asked.request.raw) : null;
  },

  // Showing a frame in a list doesn't count as a view, like a thumbnail, so only a small part is sent.
  async frames({ db }, asked) {
    const file = await findFile(db, asked, asked.id);
    if (!file || !mayRead(file) || file.type !== 'video' || file.content !== 'stored') return null;
    const answer = fileAnswer(file, false);
    return answer && { ...answer, window: frameWindow };
  },

  async zips(services, asked) {
    const { userId, id, request } = asked;
    const zip = await findZip(services.db, asked, id);
    if (!zip || !mayRead(zip)) return null;
    if (isBeginning(request)) await noteUse(services.db, memberOf(userId, zip), zip.document_ids, 'downloaded');
    if (request.method === 'GET')
      await auditOnce(services, zip.organization_id, actorOf(asked, zip), {
        action: 'downloaded',
        object: { kind: 'document', id, name: zip.name },
        details: { documents: zip.document_ids.length },
      });
    const owner = { id: userId, organizationId: zip.organization_id };
    return sendZip(services, { ...zip, mayHave: (documentId) => seesNow(owner, documentId) });
  },

  async reports(services, asked) {
    const { id, version, request } = asked;
    const member = await memberAtTransfer(services.db, asked, id);
    if (!member || !may(member.role, 'sources.own')) return null;
    const report = await reportByPath(services, id, version === 'json' ? 'json' : 'csv');
    if (report && request.method === 'GET')
      await auditIn(services.db, member.organization_id, actorOf(asked, member), {
        action: 'exported',
        object: { kind: 'transfer', id, name: report.name },
      });
    return report;
  },

  async 'audit-logs'(services, asked) {
    const { id, version, request } = asked;
    const member = await memberIn(services.db, asked, id);
    if (!member || !may(member.role, 'audit.read')) return null;
    const format = version === 'json' ? 'json' : 'csv';
    return exportLog(services, id, actorOf(asked, member), { format, query: request.query });
  },
};

const actorOf = ({ userId, request }: Asked, { actor_name, actor_email, key_name }: AskedBy): Actor => ({
  id: userId,
  name: actor_name,
  email: actor_email,
  from: originOf(request),
  ...(key_name !== null && { credential: { kind: 'key', name: key_name } }),
});

/** Whether this is the first part of a download. */
const isBeginning = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && (headers.range === undefined || headers.range.startsWith('bytes=0-'));

const memberOf = (
  userId: string,
  row: { organization_id: string; role: Role; principals: string[] },
): Pick<Member, 'id' | 'membership'> => ({
  id: userId,
  membership: {
    organizationId: row.organization_id,
    role: row.role,
    readOnly: false,
    lacksTwoFactor: false,
    groupIds: row.principals.filter((principal) => principal !== userId),
    hidden: nothingHidden,
    viewVersion: '',
  },
});
