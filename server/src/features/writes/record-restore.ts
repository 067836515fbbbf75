import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { signActivity, unmarkDeleted, unmarkDeletedInPlace } from '../documents/index.ts';
import { cannotWrite, findProvider } from '../sources/index.ts';
import { lockWritable, mustBeFree, type OwnedAccount } from './account-place.ts';
import { findUndoable, insertWrites, undoTrash } from './writes.queries.ts';

/** Restores a document to its place, with what was deleted along with it. */
export async function recordRestore(
  services: Services,
  tx: Executor,
  viewer: Member,
  owned: OwnedAccount,
  deleted: { id: string; name: string; folderId: string | null; remoteId: string; isFolder: boolean },
): Promise<void> {
  const { accountId } = owned;
  const account = await lockWritable(services, tx, owned, null);
  const isUndone = (await undoTrash(tx, accountId, [deleted.id])).has(deleted.id);
  if (!isUndone) await lockWritable(services, tx, owned, 'restore', deleted);
  await mustBeFree(services, tx, account, deleted.folderId, deleted.name, deleted.id);
  await unmarkDeleted(tx, deleted.id, { accountId, folderId: deleted.folderId }, deleted.name);
  await signActivity(tx, viewer, deleted.id);
  if (isUndone) return;
  const { id, name, folderId } = deleted;
  await insertWrites(tx, viewer, accountId, [{ documentId: id, kind: 'restore', name, parentId: folderId }]);
}

interface Deleted {
  id: string;
  remoteId: string;
  isFolder: boolean;
}

/**
 * Same for several documents of one account, given folders before their content: restores those that the app can
 * restore, whose folder exists and whose name is free. Returns them, and why the others stay in the trash.
 */
export async function recordRestores(
  services: Services,
  tx: Executor,
  viewer: Member,
  owned: OwnedAccount,
  deleted: readonly Deleted[],
): Promise<{ back: string[]; reasons: string[] }> {
  const { accountId } = owned;
  const account = await lockWritable(services, tx, owned, null);
  const ids = deleted.map(({ id }) => id);
  const undoable = await findUndoable(tx, accountId, ids);
  const reasons: string[] = [];
  let left: string[] = [];
  for (const { id, ...item } of deleted) {
    const reason = undoable.has(id) ? null : cannotWrite(services, account, item).restore;
    if (reason) reasons.push(reason);
    else left.push(id);
  }
  const { names } = findProvider(services, account.source).connector.manifest;
  const back: string[] = [];
  // The content of a restored folder follows it.
  while (left.length > 0) {
    const now = new Set(await unmarkDeletedInPlace(tx, accountId, left, names));
    if (now.size === 0) break;
    back.push(...left.filter((id) => now.has(id)));
    left = left.filter((id) => !now.has(id));
  }
  await recordBack(tx, viewer, accountId, back);
  return { back, reasons: [...reasons, ...left.map(() => noRoom)] };
}

const noRoom = 'Their folder isn’t there anymore, or has something with the same name. Restore them from the trash.';

async function recordBack(tx: Executor, viewer: Member, accountId: string, back: readonly string[]): Promise<void> {
  const undone = await undoTrash(tx, accountId, back);
  const asked = back.filter((id) => !undone.has(id));
  const { rows } = await sql<{
    id: string;
    name: string;
    parent_id: string | null;
  }>`select id, name, parent_id from documents
    where id = any(${asked}::uuid[])`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const writes = asked.map((id) => known.get(id)!);
  if (writes.length > 0)
    await insertWrites(
      tx,
      viewer,
      accountId,
      writes.map(({ id, name, parent_id }) => ({
        documentId: id,
        kind: 'restore' as const,
        name,
        parentId: parent_id,
      })),
    );
}
