import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import {
  arrangeInAccount,
  insertProvisional,
  markDeleted,
  nameMove,
  signActivity,
  unmarkDeleted,
} from '../catalog/index.ts';
import { sourceName } from '../sources/index.ts';
import { lockWritable, mustBeFree, mustTake } from './account-place.ts';
import { insertWrites, undoTrash } from './writes.queries.ts';

/**
 * Changes of what is in a connected account. Each is made here at once, and on record in the same transaction: the source
 * gets it by a job (run.ts), in the order in which people asked.
 */

export interface AccountPlace {
  accountId: string;
  folderId: string | null;
}

/** Answers the new folder's document. */
export async function recordFolder(
  services: Services,
  tx: Executor,
  viewer: Member,
  { accountId, folderId }: AccountPlace,
  name: string,
): Promise<string> {
  const account = await lockWritable(services, tx, viewer, accountId, 'add');
  await mustTake(tx, account, folderId);
  await mustBeFree(services, tx, account, folderId, name);
  const owner = { organizationId: viewer.membership.organizationId, userId: viewer.id };
  const documentId = await insertProvisional(tx, owner, { accountId, folderId }, name, null);
  await insertWrites(tx, viewer, accountId, [{ documentId, kind: 'folder', name, parentId: folderId }]);
  return documentId;
}

interface Row {
  name: string;
  parent_id: string | null;
}

/** Another name, another folder, or both. `into`: refuses a folder that it can't be moved into. */
export async function recordChange(
  services: Services,
  tx: Executor,
  viewer: Member,
  accountId: string,
  id: string,
  asked: { name?: string; parent_id?: string | null },
  into: (folderId: string) => Promise<void>,
): Promise<void> {
  const account = await lockWritable(services, tx, viewer, accountId, 'change');
  const { rows } = await sql<Row>`select name, parent_id from documents where id = ${id} and account_id = ${accountId}
    and deleted_at is null`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError('conflict', 'This was moved or deleted in the meantime.');
  const before = { name: row.name, parentId: row.parent_id };
  const folderId = asked.parent_id === undefined ? before.parentId : asked.parent_id;
  const name = asked.name ?? before.name;
  if (name === before.name && folderId === before.parentId) return;
  if (folderId !== before.parentId) {
    await mustTake(tx, account, folderId);
    if (folderId) await into(folderId);
  }
  await mustBeFree(services, tx, account, folderId, name, id);
  await arrangeInAccount(tx, id, folderId, name);
  await signActivity(tx, viewer, id);
  if (folderId !== before.parentId) await nameFolder(tx, viewer, id, folderId, sourceName(account.source));
  await insertWrites(tx, viewer, accountId, [{ documentId: id, kind: 'change', name, parentId: folderId, before }]);
}

/** The activity says where it was moved to. */
async function nameFolder(tx: Executor, viewer: Member, id: string, folderId: string | null, top: string) {
  const { rows } = await sql<{ name: string }>`select name from documents where id = ${folderId}`.execute(tx);
  await nameMove(tx, viewer, id, rows[0]?.name ?? top);
}

/** To the trash of the app, folders with all inside. */
export async function recordTrash(
  services: Services,
  tx: Executor,
  viewer: Member,
  accountId: string,
  ids: readonly string[],
): Promise<void> {
  await lockWritable(services, tx, viewer, accountId, 'delete');
  // What is in a folder that goes too goes with it.
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

/** Back where it was, with what was deleted along with it. */
export async function recordRestore(
  services: Services,
  tx: Executor,
  viewer: Member,
  accountId: string,
  deleted: { id: string; name: string; folderId: string | null; remoteId: string; isFolder: boolean },
): Promise<void> {
  const account = await lockWritable(services, tx, viewer, accountId, null);
  const isUndone = await undoTrash(tx, accountId, deleted.id);
  if (!isUndone) await lockWritable(services, tx, viewer, accountId, 'restore', deleted);
  await mustBeFree(services, tx, account, deleted.folderId, deleted.name, deleted.id);
  await unmarkDeleted(tx, deleted.id, { accountId, folderId: deleted.folderId }, deleted.name);
  await signActivity(tx, viewer, deleted.id);
  if (isUndone) return;
  const { id, name, folderId } = deleted;
  await insertWrites(tx, viewer, accountId, [{ documentId: id, kind: 'restore', name, parentId: folderId }]);
}
