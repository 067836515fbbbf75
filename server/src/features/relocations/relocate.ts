import type { Relocation, RelocationRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { isProvisional } from '../catalog/index.ts';
import { moveWithin, ownPlace, placeOfOwn, takenNames } from '../my-files/index.ts';
import { createTransfer } from '../transfers/index.ts';

/** Within an account a move is done at once; everything else is a transfer, which proves what it copies. */
export async function relocate(
  services: Services,
  viewer: Member,
  mode: 'move' | 'copy',
  asked: RelocationRequest,
): Promise<Relocation> {
  const { db } = services;
  const { document_ids: ids, on_conflict: policy } = asked;
  const from = await placeOfOwn(db, viewer, ids, 'document_ids');
  const to = await ownPlace(db, viewer, asked);
  if (policy === 'ask') {
    const conflicts = await takenNames(services, viewer, to, ids);
    if (conflicts.length > 0) return { conflicts, transfer: null };
  }
  if (mode === 'move' && from.id === to.accountId) {
    await moveWithin(services, viewer, ids, to, policy);
    return { conflicts: [], transfer: null };
  }
  await mustBeThere(db, ids);
  const transfer = await createTransfer(services, viewer, {
    from_account_id: from.id,
    to_account_id: to.accountId,
    selection_type: 'selected',
    document_ids: ids,
    mode,
    to_folder_id: to.folderId && (await folderThere(db, to.folderId, to.isMyFiles)),
    on_conflict: policy === 'ask' ? 'rename' : policy,
    repeat: null,
  });
  return { conflicts: [], transfer };
}

/** Apps give only what they have. */
async function mustBeThere(db: Executor, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    remote_id: string;
  }>`select remote_id from documents where id = any(${[...ids]}::uuid[])`.execute(db);
  if (rows.some(({ remote_id }) => isProvisional(remote_id)))
    throw new AppError('conflict', 'Some of these are still being uploaded. Try again when they’re done.');
}

/** As transfers name it: in My files by its document, elsewhere by the app's own id. */
async function folderThere(db: Executor, folderId: string, isMyFiles: boolean): Promise<string> {
  if (isMyFiles) return folderId;
  const { rows } = await sql<{ remote_id: string }>`select remote_id from documents where id = ${folderId}`.execute(db);
  const { remote_id } = rows[0]!;
  if (isProvisional(remote_id))
    throw new AppError('conflict', 'This folder is still being created. Try again in a moment.');
  return remote_id;
}
