import type { drive_v3 } from '@googleapis/drive';
import type { SandboxResponse } from '../../shared/server.ts';
import { type Call, jsonBody, theFile } from '../call.ts';
import { GoogleError } from '../errors.ts';
import type { DriveNode, OldRevision } from '../files/drive-node.ts';
import { exportFormats, FOLDER } from '../files/mime-types.ts';
import { revisionId } from '../files/revisions.ts';
import { stranger, user } from '../files/users.ts';
import { mediaAnswer } from './media.ts';
import { answerList, answerOne } from './resources.ts';

const usual = ['kind', 'id', 'mimeType', 'modifiedTime'];

interface Held extends Omit<OldRevision, 'content'> {
  id: string;
  content: OldRevision['content'] | null;
}

export function listRevisions(call: Call): SandboxResponse {
  const node = theHistory(call);
  const all = revisionsOf(node).map((one) => resource(call, node, one));
  return answerList(call, { schema: 'RevisionList', of: 'revisions', all, usual, size: [200, 1000] });
}

export function getRevision(call: Call): SandboxResponse {
  const node = theHistory(call);
  const held = theRevision(call, node);
  if (call.req.query.get('alt') !== 'media') return answerOne(call, 'Revision', resource(call, node, held), usual);
  if (!held.content) throw new GoogleError('fileNotDownloadable');
  return mediaAnswer(held.content, held.mimeType, call.req.headers.range);
}

export async function updateRevision(call: Call): Promise<SandboxResponse> {
  const node = theHistory(call);
  const { keepForever } = await jsonBody<drive_v3.Schema$Revision>(call);
  const { number } = theRevision(call, node);
  if (typeof keepForever === 'boolean') {
    const older = node.older.map((one) => (one.number === number ? { ...one, isKept: keepForever } : one));
    call.drive.update(node, number === node.revision ? { isKept: keepForever } : { older });
  }
  return answerOne(call, 'Revision', resource(call, node, theRevision(call, node)), usual);
}

/** Without the present one, which stays. */
export function deleteRevision(call: Call): SandboxResponse {
  const node = theHistory(call);
  const { number } = theRevision(call, node);
  if (!node.content) throw new GoogleError('revisionDeletionNotSupported');
  if (number === node.revision) throw new GoogleError('cannotDeleteOnlyRevision');
  call.drive.update(node, { older: node.older.filter((one) => one.number !== number) });
  return { status: 204 };
}

/** Only who may edit a file sees how it came to be. */
function theHistory(call: Call): DriveNode {
  const node = theFile(call);
  if (node.mimeType === FOLDER) throw new GoogleError('revisionsNotSupported');
  if (!call.drive.mayEdit(node)) throw new GoogleError('insufficientFilePermissions');
  return node;
}

function theRevision({ params }: Call, node: DriveNode): Held {
  const found = revisionsOf(node).find(({ id }) => id === params.revisionId);
  if (!found) throw new GoogleError('notFound', `Revision not found: ${params.revisionId}.`, 'revisionId');
  return found;
}

/** Of Google's own documents only the present one, by its number. */
function revisionsOf(node: DriveNode): Held[] {
  const { revision: number, content, name, mimeType, modified, isKept, older } = node;
  const head = { number, content, name, mimeType, modified, isKept };
  const idOf = (of: number) => (content ? revisionId(node, of) : String(of));
  return [...older, head].map((one) => ({ ...one, id: idOf(one.number) }));
}

function resource({ drive }: Call, node: DriveNode, held: Held): drive_v3.Schema$Revision {
  const { id, content, name, mimeType, modified, isKept } = held;
  const formats = exportFormats[mimeType];
  const link = (format: string) =>
    `https://docs.google.com/feeds/download/export?id=${node.id}&revision=${id}&format=${encodeURIComponent(format)}`;
  return {
    kind: 'drive#revision',
    id,
    mimeType,
    modifiedTime: new Date(modified).toISOString(),
    published: false,
    lastModifyingUser: node.role === 'owner' ? user(drive, true) : stranger(),
    ...(content && {
      keepForever: isKept,
      originalFilename: name,
      md5Checksum: content.hash('md5'),
      size: String(content.size),
    }),
    ...(formats && { exportLinks: Object.fromEntries(formats.map((format) => [format, link(format)])) }),
  };
}
