import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import {
  arrangeInAccount,
  insertProvisional,
  markDeleted,
  moveInAccount,
  nameMove,
  noteAdded,
  signActivity,
} from '../documents/index.ts';
import { sourceName } from '../sources/index.ts';
import { type AccountPlace, lockWritable, mustBeFree, mustTake, type OwnedAccount } from './account-place.ts';
import { insertWrites } from './writes.queries.ts';

/**
 * Changes to the content of a connected account. Each is made here at once and recorded in the same transaction; a job
 * sends it to the source (run.ts), in the order of the requests.
 */

/** Returns the new folder's document. */
export async function recordFolder(
  services: Services,
  tx: Executor,
  viewer: Member,
  place: AccountPlace,
  name: string,
): Promise<string> {
  const { accountId, folderId, owner } = place;
  const account = await lockWritable(services, tx, place, 'add');
  await mustTake(tx, account, folderId);
  await mustBeFree(services, tx, account, folderId, name);
  const documentId = await insertProvisional(tx, owner, place, name, null);
  await noteAdded(tx, viewer, owner, documentId);
  await insertWrites(tx, viewer, accountId, [{ documentId, kind: 'folder', name, parentId: folderId }]);
  return documentId;
}

interface Row {
  name: string;
  parent_id: string | null;
}

/** Renames or moves a document, or both. */
export async function recordChange(
  services: Services,
  tx: Executor,
  viewer: Member,
  owned: OwnedAccount,
  id: string,
  asked: { name: string; parent_id: string | null },
): Promise<void> {
  const { accountId } = owned;
  const account = await lockWritable(services, tx, owned, 'change');
  const { rows } = await sql<Row>`select name, parent_id from documents where id = ${id} and account_id = ${accountId}
    and deleted_at is null`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError('conflict', 'This was moved or deleted in the meantime.');
  const before = { name: row.name, parentId: row.parent_id };
  const { name, parent_id: folderId } = asked;
  if (name === before.name && folderId === before.parentId) return;
  if (folderId !== before.parentId) await mustTake(tx, account, folderId);
  await mustBeFree(services, tx, account, folderId, name, id);
  await arrangeInAccount(tx, id, folderId, name);
  await signActivity(tx, viewer, id);
  if (folderId !== before.parentId) await nameFolder(tx, viewer, id, folderId, sourceName(account.source));
  await insertWrites(tx, viewer, accountId, [{ documentId: id, kind: 'change', name, parentId: folderId, before }]);
}

/** Moves several files to another folder, in which their names must be free. */
export async function recordMoves(
  services: Services,
  tx: Executor,
  viewer: Member,
  owned: OwnedAccount,
  files: readonly { id: string; name: string; parent_id: string | null }[],
  folderId: string | null,
): Promise<void> {
  const account = await lockWritable(services, tx, owned, 'change');
  await mustTake(tx, account, folderId);
  await moveInAccount(
    tx,
    files.map(({ id }) => id),
    folderId,
  );
  const writes = files.map(({ id, name, parent_id: parentId }) => ({
    documentId: id,
    kind: 'change' as const,
    name,
    parentId: folderId,
    before: { name, parentId },
  }));
  await insertWrites(tx, viewer, owned.accountId, writes);
}

/** Names the target of a move in the activity. */
async function nameFolder(tx: Executor, viewer: Member, id: string, folderId: string | null, top: string) {
  const { rows } = await sql<{ name: string }>`select name from documents where id = ${folderId}`.execute(tx);
  await nameMove(tx, viewer, id, rows[0]?.name ?? top);
}

/** Moves documents to the app's trash, folders with everything inside. */
export async function recordTrash(
  services: Services,
  tx: Executor,
  viewer: Member,
  owned: OwnedAccount,
  ids: readonly string[],
): Promise<void> {
  const { accountId } = owned;
  await lockWritable(services, tx, owned, 'delete');
  // Documents inside a deleted folder are deleted with it.
  const { rows } = await sql<{ id: string; name: string; parent_id: string | null }>`with recursive up as (
      select id as document_id, parent_id from documents where id = any(${[...ids]}::uuid[])
      union
      select up.document_id, d.parent_id from up join documents d on d.id = up.parent_id
    )
    select id, name, parent_id from documents d where id = any(${[...ids]}::uuid[]) and account_id = ${accountId}
      and deleted_at is null
      and not exists (select 1 from up where up.document_id = d.id and up.parent_id = any(${[...ids]}::uuid[]))
    order by id`.execute(tx);
  await markDeleted(tx, accountId, sql`id = any(${[...ids]}::uuid[])`);
  const writes = rows.map(({ id, name, parent_id }) => ({
    documentId: id,
    kind: 'trash' as const,
    name,
    parentId: parent_id,
  }));
  await insertWrites(tx, viewer, accountId, writes);
}
