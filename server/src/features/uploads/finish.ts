import { documentFormat, documentType } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { type StoredContent, storeContent } from '../../platform/blobs/index.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { contentKey, touchBlobs } from '../sync/index.ts';
import { count, lockFiles, mustBeFolder, signActivity } from './my-files.ts';
import { type Found, findByName, freeName, makePlace, type Place } from './names.ts';
import { readSpool, removeSpool } from './spool.ts';
import { closeUpload, lockUpload, type Outcome, type Upload } from './uploads.queries.ts';

export interface Finished {
  documentId: string;
  outcome: Outcome;
}

/**
 * All bytes are here: they become a content of the store, and then a document. May be asked again at any moment and any
 * number of times. The bytes are copied rather than moved, so that what is stored is what was hashed, and a second try
 * finds them.
 */
export async function finishUpload(services: Services, viewer: Member, upload: Upload): Promise<Finished> {
  const { organization_id, size } = upload;
  const content = await storeContent(services.blobs, readSpool(services, upload), {
    keyOf: (sha256) => contentKey(organization_id, sha256),
    async check(read) {
      if (read.size !== size) throw new AppError('conflict', 'Bytes of this upload were lost. Please start it again.');
      await touchBlobs(services.db, organization_id, [read]);
    },
  });
  const finished = await services.db.transaction().execute((tx) => placeContent(tx, viewer, upload.id, content));
  await removeSpool(services, upload.id);
  return finished;
}

/** Under the account's lock: of two that end at the same time with the same name, the second sees the first. */
async function placeContent(tx: Executor, viewer: Member, id: string, content: StoredContent): Promise<Finished> {
  const asked = await lockUpload(tx, id);
  if (!asked) throw notFound('This upload');
  if (asked.document_id && asked.outcome) return { documentId: asked.document_id, outcome: asked.outcome };
  await lockFiles(tx, viewer, asked.account_id);
  if (asked.parent_id) await mustBeFolder(tx, viewer, asked.account_id, asked.parent_id);
  const owner = { organizationId: asked.organization_id, userId: asked.user_id };
  const start = { accountId: asked.account_id, folderId: asked.parent_id };
  const place = await makePlace(tx, owner, start, asked.folders);
  const finished = await put(tx, viewer, asked, place, content);
  await closeUpload(tx, id, finished.documentId, finished.outcome);
  return finished;
}

async function put(
  tx: Executor,
  viewer: Member,
  upload: Upload,
  place: Place,
  content: StoredContent,
): Promise<Finished> {
  const taken = await findByName(tx, place, upload.name);
  if (taken && upload.policy === 'skip') return { documentId: taken.id, outcome: 'skipped' };
  if (taken?.kind === 'file' && upload.policy === 'replace') return replace(tx, viewer, upload, taken, content);
  const name = taken ? await freeName(tx, place, upload.name, false) : upload.name;
  const documentId = newId();
  await sql`insert into documents (id, organization_id, account_id, owner_id, remote_id, parent_id, name, kind, type, format,
      mime_type, size, revision, listing, remote_modified_at, content, sha256, stored_size)
    values (${documentId}, ${upload.organization_id}, ${place.accountId}, ${upload.user_id}, ${documentId}, ${place.folderId},
      ${name}, 'file', ${documentType(name, upload.mime_type)}, ${documentFormat(name, upload.mime_type)}, ${upload.mime_type},
      ${upload.size}, ${upload.id}, 0, ${upload.modified_at ?? new Date()}, 'stored', ${content.sha256}, ${upload.size})`.execute(
    tx,
  );
  await count(tx, place.accountId, { files: 1, bytes: upload.size });
  return { documentId, outcome: taken ? 'renamed' : 'created' };
}

/** The document stays what it is to everybody it is shared with; its bytes are others. */
async function replace(
  tx: Executor,
  viewer: Member,
  upload: Upload,
  { id, size }: Found,
  content: StoredContent,
): Promise<Finished> {
  await sql`update documents set mime_type = ${upload.mime_type}, type = ${documentType(upload.name, upload.mime_type)},
      format = ${documentFormat(upload.name, upload.mime_type)}, size = ${upload.size}, stored_size = ${upload.size},
      sha256 = ${content.sha256}, revision = ${upload.id}, remote_modified_at = ${upload.modified_at ?? new Date()},
      updated_at = now() where id = ${id}`.execute(tx);
  await signActivity(tx, viewer, id);
  await count(tx, upload.account_id, { files: 0, bytes: upload.size - size });
  return { documentId: id, outcome: 'replaced' };
}
