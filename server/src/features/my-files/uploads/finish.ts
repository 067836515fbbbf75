import type { Executor } from '../../../db/pool.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { StoredContent, StoreOptions } from '../../../platform/blobs/index.ts';
import type { Services } from '../../../services.ts';
import {
  type Found,
  findByName,
  freeName,
  insertFile,
  noteAdded,
  noteRecent,
  type Owner,
  type Place,
  replaceFile,
  signActivity,
} from '../../documents/index.ts';
import { contentKey, mustFitStorage, touchBlobs } from '../../storage/index.ts';
import { addTags, collectionTags, labelTags } from '../../tags/index.ts';
import { recordUpload } from '../../writes/index.ts';
import { isMyFiles, placeToAdd } from '../my-files.ts';
import { makeOwnPlace } from '../names.ts';
import { oneAtATime } from './create.ts';
import type { Outcome, Upload } from './upload-row.ts';
import { closeUpload, findOutcome, lockUpload } from './uploads.queries.ts';

export interface Finished {
  documentId: string;
  outcome: Outcome;
}

/**
 * Turns the complete bytes into a content of the store and then a document. May be called at any time, any number of
 * times and by several processes at once.
 */
export async function finishUpload(
  services: Services,
  viewer: Member,
  upload: Upload,
  store: (options: StoreOptions) => Promise<StoredContent>,
): Promise<Finished> {
  try {
    const content = await storeVerified(services, upload, store);
    const finished = await services.db
      .transaction()
      .execute((tx) => placeContent(services, tx, viewer, upload.id, content));
    await services.blobs.growing.remove(upload, { unclean: upload.epoch > 0 });
    return finished;
  } catch (error) {
    // Another process may have finished it and removed the bytes.
    const finished = await findOutcome(services.db, upload.id).catch(() => null);
    if (finished) return finished;
    throw error;
  }
}

const storeVerified = (
  { db }: Services,
  { organization_id, size }: Upload,
  store: (options: StoreOptions) => Promise<StoredContent>,
): Promise<StoredContent> =>
  store({
    keyOf: (sha256) => contentKey(organization_id, sha256),
    async check(read) {
      if (read.size !== size) throw new AppError('conflict', 'Part of this upload was lost. Start it again.');
      await touchBlobs(db, organization_id, [read]);
    },
  });

/** Runs under the account's lock: when two files with one name finish at once, the second sees the first. */
async function placeContent(
  services: Services,
  tx: Executor,
  viewer: Member,
  id: string,
  content: StoredContent,
): Promise<Finished> {
  const asked = await lockUpload(tx, id);
  if (!asked) throw notFound('This upload');
  if (asked.document_id && asked.outcome) return { documentId: asked.document_id, outcome: asked.outcome };
  await oneAtATime(tx, viewer);
  const place = await placeToAdd(tx, viewer, { parent_id: asked.parent_id, account_id: asked.account_id });
  const finished = isMyFiles(place)
    ? await put(
        tx,
        viewer,
        asked,
        place.owner,
        await makeOwnPlace(tx, viewer, place.owner, place, asked.folders),
        content,
      )
    : await recordUpload(services, tx, viewer, place, { ...asked, bytes: bytesOf(asked, content) });
  if (finished.outcome !== 'skipped') await tag(tx, viewer, asked, finished.documentId);
  await mustFitStorage(services, tx, viewer.membership);
  await closeUpload(tx, id, finished.documentId, finished.outcome);
  return finished;
}

async function tag(tx: Executor, viewer: Member, { label_id, collection_id }: Upload, id: string): Promise<void> {
  await addTags(tx, viewer, labelTags, [id], label_id ? [label_id] : []);
  await addTags(tx, viewer, collectionTags, [id], collection_id ? [collection_id] : []);
}

async function put(
  tx: Executor,
  viewer: Member,
  upload: Upload,
  owner: Owner,
  place: Place,
  content: StoredContent,
): Promise<Finished> {
  const taken = await findByName(tx, place, upload.name);
  if (taken && upload.policy === 'skip') return { documentId: taken.id, outcome: 'skipped' };
  if (taken?.kind === 'file' && upload.policy === 'replace') return replace(tx, viewer, upload, taken, content);
  const name = taken ? await freeName(tx, place, upload.name, false) : upload.name;
  const documentId = await insertFile(tx, owner, place, name, bytesOf(upload, content));
  await noteAdded(tx, viewer, owner, documentId);
  await noteRecent(tx, viewer, [documentId]);
  return { documentId, outcome: taken ? 'renamed' : 'created' };
}

/** The document keeps its shares; only its bytes change. */
async function replace(
  tx: Executor,
  viewer: Member,
  upload: Upload,
  { id, size }: Found,
  content: StoredContent,
): Promise<Finished> {
  const file = { id, accountId: upload.account_id, name: upload.name, size };
  await replaceFile(tx, file, bytesOf(upload, content));
  await signActivity(tx, viewer, id);
  return { documentId: id, outcome: 'replaced' };
}

const bytesOf = (upload: Upload, { sha256 }: StoredContent) => ({
  mimeType: upload.mime_type,
  modifiedAt: upload.modified_at,
  revision: upload.id,
  sha256,
  size: upload.size,
});
