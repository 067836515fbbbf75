import type { RelocationRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { findByName, freeName, lockAccount, markDeleted, mayWrite, type NamingPlace } from '../documents/index.ts';
import { lockPlaceRules, recordTrash } from '../writes/index.ts';
import { moveDocument } from './arrange.ts';
import { isMyFiles, type WritePlace } from './my-files.ts';

export const naming = async (services: Services, db: Executor, place: WritePlace): Promise<NamingPlace> => {
  const { accountId, folderId } = place;
  return { accountId, folderId, ...(!isMyFiles(place) && { rules: await lockPlaceRules(services, db, place) }) };
};

interface Named {
  id: string;
  name: string;
  kind: string;
  parent_id: string | null;
  account_id: string;
}

async function namesOf(db: Executor, ids: readonly string[]): Promise<Named[]> {
  const { rows } =
    await sql<Named>`select id, name, kind, parent_id, account_id from documents where id = any(${[...ids]}::uuid[])
    order by name, id`.execute(db);
  return rows;
}

/**
 * The names of these documents that other documents of the folder have. Documents already in the folder are ignored.
 */
export async function takenNames(services: Services, place: WritePlace, ids: readonly string[]): Promise<string[]> {
  const folder = await naming(services, services.db, place);
  const taken: string[] = [];
  for (const { id, name, parent_id, account_id } of await namesOf(services.db, ids)) {
    if (account_id === place.accountId && parent_id === place.folderId) continue;
    const other = await findByName(services.db, folder, name);
    if (other && other.id !== id) taken.push(name);
  }
  return taken;
}

/** Moves documents of one account to another folder of it: all of them, or none. */
export async function moveWithin(
  services: Services,
  viewer: Member,
  ids: readonly string[],
  place: WritePlace,
  policy: RelocationRequest['on_conflict'],
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockAccount(tx, place.accountId);
    const folder = await naming(services, tx, place);
    for (const named of await namesOf(tx, ids)) await moveOne(services, tx, viewer, { place, folder, policy }, named);
  });
}

export interface Moving {
  place: WritePlace;
  folder: NamingPlace;
  policy: RelocationRequest['on_conflict'];
}

/** Returns false for a document that was skipped because its name is taken; otherwise what it replaced, if anything. */
export async function moveOne(
  services: Services,
  tx: Executor,
  viewer: Member,
  { place, folder, policy }: Moving,
  { id, name, kind }: Omit<Named, 'parent_id'>,
): Promise<false | { replaced: string | null }> {
  const other = await findByName(tx, folder, name);
  const isTaken = other !== undefined && other.id !== id;
  if (isTaken && policy === 'skip') return false;
  const makesRoom = isTaken && policy === 'replace';
  if (makesRoom) await makeRoom(services, tx, viewer, place, other, name);
  const free = isTaken && policy === 'rename' ? await freeName(tx, folder, name, kind === 'folder') : name;
  await moveDocument(services, tx, viewer, id, { parent_id: place.folderId, name: free });
  return { replaced: makesRoom ? other.id : null };
}

async function makeRoom(
  services: Services,
  tx: Executor,
  viewer: Member,
  place: WritePlace,
  other: { id: string; kind: string },
  name: string,
): Promise<void> {
  if (other.kind === 'folder')
    throw new AppError('conflict', `“${name}” is a folder there. A folder can’t be replaced.`);
  await mayWrite(tx, viewer, [other.id], 'remove');
  if (isMyFiles(place)) await markDeleted(tx, place.accountId, sql`id = ${other.id}`);
  else await recordTrash(services, tx, viewer, place, [other.id]);
}
