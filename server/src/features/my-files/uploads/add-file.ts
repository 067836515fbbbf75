import type { Readable } from 'node:stream';
import { AppError } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import { diskFullMessage, isDiskFull, storeContent } from '../../../platform/blobs/index.ts';
import { newId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { freeName, insertFile, noteAdded, noteRecent } from '../../documents/index.ts';
import { contentKey, mustFitStorage, roomLeft, storageFull, touchBlobs } from '../../storage/index.ts';
import { placeToAdd } from '../my-files.ts';
import { oneAtATime } from './create.ts';

interface NewFile {
  name: string;
  mimeType: string | null;
  modifiedAt: Date | null;
  size: number;
  /** Called only once the file may be added. */
  open(): Promise<Readable>;
}

const toMyFiles = { parent_id: null };

/** Adds a file that the server has to the top level of the viewer’s My files, renamed if its name is taken. */
export async function addToMyFiles(
  services: Services,
  viewer: Member,
  file: NewFile,
): Promise<{ id: string; name: string }> {
  const { db, blobs } = services;
  const { organizationId } = viewer.membership;
  await placeToAdd(db, viewer, toMyFiles);
  if (file.size > (await roomLeft(services, viewer.membership)))
    throw await storageFull(services, db, viewer.membership);
  const { sha256, size } = await storeContent(blobs, await file.open(), {
    keyOf: (hash) => contentKey(organizationId, hash),
    check: (read) => touchBlobs(db, organizationId, [read]),
  }).catch((error: unknown) => {
    throw isDiskFull(error) ? new AppError('unavailable', diskFullMessage, { retryAfter: 30 }) : error;
  });
  return db.transaction().execute(async (tx) => {
    await oneAtATime(tx, viewer);
    const { owner, ...place } = await placeToAdd(tx, viewer, toMyFiles);
    const name = await freeName(tx, place, file.name, false);
    const { mimeType, modifiedAt } = file;
    const id = await insertFile(tx, owner, place, name, { mimeType, modifiedAt, revision: newId(), sha256, size });
    await noteAdded(tx, viewer, owner, id);
    await noteRecent(tx, viewer, [id]);
    await mustFitStorage(services, tx, viewer.membership);
    return { id, name };
  });
}
