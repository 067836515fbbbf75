import type { Document } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import {
  arrangeDocument,
  findByName,
  mayWrite,
  mustStayInside,
  note,
  oneDocument,
  type Place,
  signActivity,
  type WrittenAccount,
} from '../documents/index.ts';
import { recordChange, recordFolder, recordFolders } from '../writes/index.ts';
import { isMyFiles, placeToAdd } from './my-files.ts';
import { makeOwnFolder, makeOwnPlace, mustNotBeTooDeep } from './names.ts';

const taken = (name: string) => new AppError('conflict', `This folder already contains something named “${name}”.`);

export async function createFolder(
  services: Services,
  viewer: Member,
  asked: { name: string; parent_id: string | null; account_id?: string },
): Promise<Document> {
  const id = await services.db.transaction().execute(async (tx) => {
    const name = asked.name.normalize('NFC');
    const place = await placeToAdd(tx, viewer, asked);
    if (!isMyFiles(place)) return recordFolder(services, tx, viewer, place, name);
    if (await findByName(tx, place, name)) throw taken(name);
    return makeOwnFolder(tx, viewer, place.owner, place, name);
  });
  return oneDocument(services, viewer, id);
}

/** Creates the missing folders; existing ones stay as they are. */
export async function makeFolders(
  services: Services,
  viewer: Member,
  asked: { paths: string[][]; parent_id: string | null; account_id?: string },
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const paths = asked.paths.map((path) => path.map((name) => name.normalize('NFC')));
    const place = await placeToAdd(tx, viewer, asked);
    if (!isMyFiles(place)) return recordFolders(services, tx, viewer, place, paths);
    for (const path of paths) await makeOwnPlace(tx, viewer, place.owner, place, path);
  });
}

interface Row {
  name: string;
  kind: string;
  mime_type: string | null;
  parent_id: string | null;
}

/** Renames or moves a document, or both. */
export async function changeDocument(
  services: Services,
  viewer: Member,
  id: string,
  asked: { name?: string; parent_id?: string | null },
): Promise<Document> {
  await services.db.transaction().execute((tx) => moveDocument(services, tx, viewer, id, asked));
  return oneDocument(services, viewer, id);
}

/** Same as `changeDocument`, within a transaction. */
export async function moveDocument(
  services: Services,
  tx: Executor,
  viewer: Member,
  id: string,
  asked: { name?: string; parent_id?: string | null },
): Promise<void> {
  const account = await mayWrite(tx, viewer, [id], 'rename');
  const { rows } = await sql<Row>`select name, kind, mime_type, parent_id from documents where id = ${id}`.execute(tx);
  const before = rows[0]!;
  const folderId = asked.parent_id === undefined ? before.parent_id : asked.parent_id;
  if (folderId !== before.parent_id) await mayMoveInto(tx, viewer, account, id, folderId);
  const name = asked.name?.normalize('NFC') ?? before.name;
  if (!isMyFiles(account)) return recordChange(services, tx, viewer, account, id, { name, parent_id: folderId });
  await change(tx, viewer, { accountId: account.accountId, folderId }, id, before, name);
}

async function mayMoveInto(
  tx: Executor,
  viewer: Member,
  account: WrittenAccount,
  id: string,
  folderId: string | null,
): Promise<void> {
  await mayWrite(tx, viewer, [id], 'remove');
  if (folderId) {
    const target = await placeToAdd(tx, viewer, { parent_id: folderId });
    if (target.accountId !== account.accountId)
      throw new AppError('conflict', 'You can move things only within one place.');
    await mustNotBeInside(tx, id, folderId);
  }
  await mustStayInside(tx, viewer, [id], { ...account, folderId });
}

async function mustNotBeInside(tx: Executor, id: string, folderId: string): Promise<void> {
  const { rows } = await sql`with recursive up as (
      select id, parent_id from documents where id = ${folderId}
      union
      select d.id, d.parent_id from up join documents d on d.id = up.parent_id)
    select 1 from up where id = ${id}`.execute(tx);
  if (rows.length > 0) throw new AppError('conflict', 'A folder can’t be moved into itself.');
  await mustNotBeTooDeep(tx, folderId, await levelsOf(tx, id));
}

/** The depth of a folder's subtree, itself included; 0 for a file. */
async function levelsOf(tx: Executor, id: string): Promise<number> {
  const { rows } = await sql<{ levels: number }>`with recursive below as (
      select id, 1 as level from documents where id = ${id} and kind = 'folder'
      union all
      select d.id, b.level + 1 from below b join documents d on d.parent_id = b.id and d.kind = 'folder')
    select coalesce(max(level), 0) as levels from below`.execute(tx);
  return rows[0]!.levels;
}

async function change(tx: Executor, viewer: Member, place: Place, id: string, before: Row, name: string) {
  const other = await findByName(tx, place, name);
  if (other && other.id !== id) throw taken(name);
  await arrangeDocument(tx, { id, kind: before.kind, mimeType: before.mime_type }, place.folderId, name);
  await signActivity(tx, viewer, id);
  if (place.folderId !== before.parent_id) await note(tx, viewer, [await moved(tx, id, place.folderId)]);
}

async function moved(tx: Executor, document_id: string, folderId: string | null) {
  const { rows } = await sql<{ name: string }>`select name from documents where id = ${folderId}`.execute(tx);
  return { document_id, kind: 'moved' as const, detail: rows[0]?.name ?? 'My files' };
}
