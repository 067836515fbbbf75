import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { insertFolderRow, makePlace, noteAdded, type Owner, type Place } from '../documents/index.ts';

/** Follows folders by name and creates missing ones. Requires the account's lock. */
export const makeOwnPlace = (
  tx: Executor,
  viewer: Member,
  owner: Owner,
  start: Place,
  folders: readonly string[],
): Promise<Place> => makePlace(tx, start, folders, (place, name) => makeOwnFolder(tx, viewer, owner, place, name));

/**
 * More than anyone needs, and no more than listings of clouds allow: the cost of a share grows with the square of the
 * depth.
 */
const deepest = 512;

/** Rejects `levels` more folders below this one if that would be too deep. */
export async function mustNotBeTooDeep(tx: Executor, folderId: string | null, levels: number): Promise<void> {
  const { rows } = await sql<{ depth: number }>`with recursive up as (
      select parent_id, 1 as depth from documents where id = ${folderId}
      union all
      select d.parent_id, up.depth + 1 from up join documents d on d.id = up.parent_id where up.depth <= ${deepest})
    select coalesce(max(depth), 0) as depth from up`.execute(tx);
  if (rows[0]!.depth + levels > deepest)
    throw new AppError('conflict', `Folders can be nested up to ${deepest} levels deep.`);
}

export async function insertFolder(tx: Executor, owner: Owner, place: Place, name: string): Promise<string> {
  await mustNotBeTooDeep(tx, place.folderId, 1);
  return insertFolderRow(tx, owner, place, name);
}

/** Creates a folder that belongs to the owner, even if an editor makes it. */
export async function makeOwnFolder(
  tx: Executor,
  viewer: Member,
  owner: Owner,
  place: Place,
  name: string,
): Promise<string> {
  const id = await insertFolder(tx, owner, place, name);
  await noteAdded(tx, viewer, owner, id);
  return id;
}
