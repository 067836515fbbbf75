import { limits } from '@sheaf/contract';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { throttle } from '../../platform/throttle.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { roomLeft } from '../sync/index.ts';
import type { Described } from './metadata.ts';
import { accountOfOwn, mustBeFolder, myFiles } from './my-files.ts';
import { findByName, findPlace } from './names.ts';
import { beginSpool } from './spool.ts';
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
  await refuseBeyondLimits(services, viewer, size);
  const place = await findPlace(db, { accountId, folderId: parentId }, folders);
  if (place && (policy === null || policy === 'skip') && (await findByName(db, place, name))) throw new NameTaken(name);
  const id = newId();
  await beginSpool(services, id);
  await insertUpload(db, {
    id,
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
  });
  return id;
}

async function refuseBeyondLimits({ db }: Services, viewer: Member, size: number): Promise<void> {
  const { mine, bytes } = await underWay(db, viewer);
  if (mine >= limits.uploadsOpen)
    throw new AppError('rate_limited', `${limits.uploadsOpen} uploads are unfinished. Finish or cancel some first.`, {
      retryAfter: 60,
    });
  const room = (await roomLeft(db, viewer.membership)) - bytes;
  if (size > room) throw new AppError('plan_limit', 'Your plan’s storage has no room for this file.');
}
