import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import { throttle } from '../../../platform/limits/index.ts';
import { newId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { findByName, findPlace } from '../../documents/index.ts';
import { roomLeft, storageFull } from '../../storage/index.ts';
import { collectionTags, labelTags, mustHaveTags } from '../../tags/index.ts';
import { checkUpload } from '../../writes/index.ts';
import { isMyFiles, placeToAdd } from '../my-files.ts';
import type { Described } from './metadata.ts';
import type { Upload } from './upload-row.ts';
import { insertUpload, underWay } from './uploads.queries.ts';

/** The name is taken, and the person has to decide what to do. */
export class NameTaken extends AppError {
  constructor(name: string) {
    super('conflict', `This folder already contains something named “${name}”.`);
  }
}

/** Rejects uploads that can't end well before a byte is sent. `isHeld`: the creating request has the first turn. */
export async function createUpload(
  services: Services,
  viewer: Member,
  described: Described,
  size: number,
  isHeld: boolean,
): Promise<Upload> {
  const { db, blobs } = services;
  await throttle(
    db,
    `uploads ${viewer.id}`,
    { times: limits.uploadsPerMinute, seconds: 60 },
    'Too many uploads at once. The next ones start in a moment.',
  );
  const { parentId, folders, name, policy, labelId, collectionId } = described;
  await mustHaveTags(db, viewer, labelTags, { label_id: labelId ? [labelId] : [] });
  await mustHaveTags(db, viewer, collectionTags, { collection_id: collectionId ? [collectionId] : [] });
  const { accountId, isTaken } = await mayCome(services, viewer, described, size);
  if (isTaken && (policy === null || policy === 'skip')) throw new NameTaken(name);
  const upload = {
    id: newId(),
    organization_id: viewer.membership.organizationId,
    user_id: viewer.id,
    account_id: accountId,
    parent_id: parentId,
    folders,
    name,
    mime_type: described.mimeType,
    modified_at: described.modifiedAt,
    // For a name taken while the bytes come: no one can be asked then, and nothing may get lost.
    policy: policy ?? 'rename',
    label_id: labelId,
    collection_id: collectionId,
    size,
  };
  await blobs.growing.begin(upload.id);
  try {
    return await db.transaction().execute(async (tx) => {
      await oneAtATime(tx, viewer);
      await refuseBeyondLimits(services, tx, viewer, size);
      return insertUpload(tx, upload, isHeld);
    });
  } catch (error) {
    const empty = { id: upload.id, size, received: 0, pieces: null, epoch: 0 };
    await blobs.growing.remove(empty, { unclean: false });
    throw error;
  }
}

/** Where the file goes and whether its name is taken there; throws if it can't be there. */
async function mayCome(services: Services, viewer: Member, described: Described, size: number) {
  const { db } = services;
  const { parentId, folders, name } = described;
  const start = await placeToAdd(db, viewer, { parent_id: parentId, account_id: described.accountId });
  if (!isMyFiles(start)) return { ...start, ...(await checkUpload(services, start, { name, folders, size })) };
  const place = await findPlace(db, start, folders);
  return { ...start, isTaken: place !== null && (await findByName(db, place, name)) !== undefined };
}

/** Serializes uploads that start or finish, so that each counts the ones before it. */
export async function oneAtATime(tx: Executor, { membership }: Member): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${membership.organizationId}`}, 0))`.execute(tx);
}

async function refuseBeyondLimits(services: Services, tx: Executor, viewer: Member, size: number): Promise<void> {
  const { mine, own, others } = await underWay(tx, viewer);
  if (mine >= limits.uploadsOpen)
    throw new AppError('rate_limited', `${limits.uploadsOpen} uploads are unfinished. Finish or cancel some first.`, {
      retryAfter: 60,
    });
  if (size + own + others > (await roomLeft(services, viewer.membership, tx)))
    throw await storageFull(services, tx, viewer.membership);
}

/**
 * Checks the room again before more bytes: what others announced beyond the cap was not counted at first, and may have
 * arrived since.
 */
export async function refuseWithoutRoom(services: Services, viewer: Member, upload: Upload): Promise<void> {
  const { others } = await underWay(services.db, viewer, upload.id);
  if (upload.size + others > (await roomLeft(services, viewer.membership)))
    throw await storageFull(services, services.db, viewer.membership);
}
