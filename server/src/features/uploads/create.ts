import { limits } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { throttle } from '../../platform/throttle.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { roomLeft } from '../sync/index.ts';
import type { Described } from './metadata.ts';
import { accountOfOwn, mustBeFolder, myFiles } from './my-files.ts';
import { findByName, findPlace } from './names.ts';
import { beginSpool, removeSpool } from './spool.ts';
import { insertUpload, underWay } from './uploads.queries.ts';

/** The name is taken, and whoever uploads has to say what then. */
export class NameTaken extends AppError {
  constructor(name: string) {
    super('conflict', `There is already something called “${name}” in this folder.`);
  }
}

/** Refuses what would not end well before a byte is sent; answers the id. */
export async function createUpload(
  services: Services,
  viewer: Member,
  described: Described,
  size: number,
): Promise<string> {
  const { db } = services;
  await throttle(
    db,
    `uploads ${viewer.id}`,
    { times: limits.uploadsPerMinute, seconds: 60 },
    'So many files at once: the next ones have to wait a moment.',
  );
  const { parentId, folders, name, policy } = described;
  const accountId = parentId ? await accountOfOwn(db, viewer, [parentId]) : await myFiles(db, viewer);
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
  await beginSpool(services, upload.id);
  try {
    await db.transaction().execute(async (tx) => {
      await oneAtATime(tx, viewer);
      await refuseBeyondLimits(tx, viewer, size);
      await insertUpload(tx, upload);
    });
  } catch (error) {
    await removeSpool(services, upload.id);
    throw error;
  }
  return upload.id;
}

/** Of those that begin at once, each counts the ones before it. */
async function oneAtATime(tx: Executor, { membership }: Member): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`uploads ${membership.organizationId}`}, 0))`.execute(tx);
}

async function refuseBeyondLimits(tx: Executor, viewer: Member, size: number): Promise<void> {
  const { mine, bytes } = await underWay(tx, viewer);
  if (mine >= limits.uploadsOpen)
    throw new AppError('rate_limited', `${limits.uploadsOpen} uploads are unfinished. Finish or cancel some first.`, {
      retryAfter: 60,
    });
  const room = (await roomLeft(tx, viewer.membership)) - bytes;
  if (size > room) throw new AppError('plan_limit', 'Your plan’s storage has no room for this file.');
}
