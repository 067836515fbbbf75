import { may, uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, mustFindAll } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { principalsNow } from '../access/index.ts';
import {
  freeName,
  isInTrash,
  lockAccount,
  markDeleted,
  mayWrite,
  note,
  signActivity,
  unmarkDeleted,
} from '../documents/index.ts';
import { recordRestore, recordTrash } from '../writes/index.ts';
import { isMyFiles } from './my-files.ts';

/** Moves documents to the trash with everything below them, in a connected account also in its app. */
export async function deleteDocuments(services: Services, viewer: Member, ids: readonly string[]): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const account = await mayWrite(tx, viewer, ids, 'remove', 'document_ids');
    if (isMyFiles(account)) await markDeleted(tx, account.accountId, sql`id = any(${[...ids]}::uuid[])`);
    else await recordTrash(services, tx, viewer, account, ids);
    await noteDeleted(tx, viewer, ids);
  });
}

interface Deleted {
  id: string;
  account_id: string;
  owner_id: string;
  source: string;
  remote_id: string;
  name: string;
  kind: string;
  /** The folder it is restored to; null for the top level, also if the folder is gone. */
  folder_id: string | null;
  deleted: boolean;
}

/** Restores documents with what was deleted along with them, under another name if theirs has been taken. */
export async function restoreDocuments(services: Services, viewer: Member, ids: readonly string[]): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const accounts = new Set((await findDeleted(tx, viewer, ids)).map(({ account_id }) => account_id));
    for (const accountId of [...accounts].sort()) await lockAccount(tx, accountId);
    // One after another: each may take the next one's name or restore its folder.
    for (const id of ids) {
      const [found] = await findDeleted(tx, viewer, [id]);
      if (found!.deleted) await restore(services, tx, viewer, found!);
    }
  });
}

export async function findDeleted(tx: Executor, viewer: Member, ids: readonly string[]): Promise<Deleted[]> {
  const { rows } =
    await sql<Deleted>`select d.id, d.account_id, d.owner_id, c.source, d.remote_id, d.name, d.kind, p.id as folder_id,
      d.deleted_at is not null as deleted
    from documents d join source_accounts c on c.id = d.account_id and c.removed_at is null
    left join documents p on p.id = d.parent_id and p.deleted_at is null
    where d.id = any(${[...ids]}::uuid[]) and ${mayRemove(viewer)}
      and d.organization_id = ${viewer.membership.organizationId} and (d.deleted_at is null or ${isInTrash})`.execute(
      tx,
    );
  const found = rows.map(({ id }) => id);
  mustFindAll(ids, found, { one: 'document', many: 'documents', field: 'document_ids' });
  return rows;
}

/** Editors restore only what stays in the folder shared with them; without it, it would be at the owner's top level. */
export const leavesShare = ({ id }: Member, { owner_id, folder_id }: Deleted): boolean =>
  owner_id !== id && folder_id === null;
export const folderGone = 'Their folder isn’t there anymore. Only the owner can restore them.';

async function restore(services: Services, tx: Executor, viewer: Member, deleted: Deleted) {
  const { id, account_id, folder_id, name, source, remote_id: remoteId } = deleted;
  if (leavesShare(viewer, deleted)) throw new AppError('conflict', folderGone);
  if (source === uploadsSource) return restoreHere(tx, viewer, deleted);
  const isFolder = deleted.kind === 'folder';
  const owner = { organizationId: viewer.membership.organizationId, userId: deleted.owner_id };
  const account = { accountId: account_id, source, owner };
  await recordRestore(services, tx, viewer, account, { id, name, folderId: folder_id, remoteId, isFolder });
  await noteRestored(tx, viewer, [id]);
}

export async function restoreHere(tx: Executor, viewer: Member, { id, account_id, folder_id, name, kind }: Deleted) {
  const place = { accountId: account_id, folderId: folder_id };
  const free = await freeName(tx, place, name, kind === 'folder');
  await unmarkDeleted(tx, id, place, free);
  await signActivity(tx, viewer, id);
  await noteRestored(tx, viewer, [id]);
}

/**
 * SQL: whether the viewer may move a document `d` to the trash and back, because it is theirs or in a folder they may
 * edit.
 */
export const mayRemove = (
  viewer: Member,
) => sql`case when d.owner_id = ${viewer.id} then ${may(viewer.membership.role, 'sources.own')}
  else edit_reach(d.id, ${principalsNow(viewer)}) > 0 end`;

const noteAs = (kind: 'deleted' | 'restored') => (tx: Executor, viewer: Member, ids: readonly string[]) =>
  note(
    tx,
    viewer,
    ids.map((document_id) => ({ document_id, kind, detail: null })),
  );
export const noteDeleted = noteAs('deleted');
export const noteRestored = noteAs('restored');
