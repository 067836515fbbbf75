import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { throttle } from '../../platform/throttle.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { roomLeft, storageFull } from '../storage/index.ts';
import type { Described } from './metadata.ts';
import { mustBeFolder, myFiles, placeOfOwn } from './my-files.ts';
import { findByName, findPlace } from './names.ts';
import type { Upload } from './upload-row.ts';
import { insertUpload, underWay } from './uploads.queries.ts';

/** The name is taken, and whoever uploads has to say what then. */
export class NameTaken extends AppError {
  constructor(name: string) {
    super('conflict', `This folder already contains something named “${name}”.`);
  }
}

/** Refuses what would not end well before a byte is sent. `isHeld`: whoever asks has the first turn. */
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
  const { parentId, folders, name, policy } = described;
  const accountId = parentId ? (await placeOfOwn(db, viewer, [parentId])).id : await myFiles(db, viewer);
  if (parentId) await mustBeFolder(db, viewer, accountId, parentId);
  const place = await findPlace(db, { accountId, folderId: parentId }, folders);
  if (place && (policy === null || policy === 'skip') && (await findByName(db, place, name))) throw new NameTaken(name);
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
    // Taken only while the bytes came: nobody is there to be asked, and nothing may get lost.
    policy: policy ?? 'rename',
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

/** Of those that begin or end at once, each counts the ones before it. */
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

/** Before more bytes are taken: what others announced beyond the cap was not counted at first, and may have come since. */
export async function refuseWithoutRoom(services: Services, viewer: Member, upload: Upload): Promise<void> {
  const { others } = await underWay(services.db, viewer, upload.id);
  if (upload.size + others > (await roomLeft(services, viewer.membership)))
    throw await storageFull(services, services.db, viewer.membership);
}
