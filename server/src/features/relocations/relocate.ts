import type { Relocation, RelocationRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import {
  isProvisional,
  mayWrite,
  mustSee,
  mustStayInside,
  type Seen,
  type WrittenAccount,
} from '../documents/index.ts';
import { isMyFiles, moveWithin, placeToAdd, takenNames, type WritePlace } from '../my-files/index.ts';
import { createTransfer, folderThere } from '../transfers/index.ts';

/** Moves within an account at once; everything else is a transfer, which verifies its copies. */
export async function relocate(
  services: Services,
  viewer: Member,
  mode: 'move' | 'copy',
  asked: RelocationRequest,
): Promise<Relocation> {
  const { db } = services;
  const { document_ids: ids, on_conflict: policy } = asked;
  const seen = await mustSee(db, viewer, ids, 'document_ids');
  const to = await placeToAdd(db, viewer, asked);
  const from = await placeOf(services, viewer, mode, seen, to);
  if (policy === 'ask') {
    const conflicts = await takenNames(services, to, ids);
    if (conflicts.length > 0) return { conflicts, transfer: null };
  }
  if (mode === 'move' && from.accountId === to.accountId) {
    await moveWithin(services, viewer, ids, to, policy);
    return { conflicts: [], transfer: null };
  }
  await mustBeThere(db, ids);
  const asWhom = to.owner;
  const request = {
    from_account_id: from.accountId,
    to_account_id: to.accountId,
    selection_type: 'selected' as const,
    document_ids: ids,
    mode,
    to_folder_id: to.folderId && (await folderThere(db, to.folderId, isMyFiles(to))),
    on_conflict: policy === 'ask' ? ('rename' as const) : policy,
    repeat: null,
  };
  const mayStay = mode === 'copy';
  const transfer = await createTransfer(services, viewer, asWhom, request, mayStay);
  return { conflicts: [], transfer };
}

/** The account of these documents, once they may be moved or copied to the place. */
async function placeOf(
  { db }: Services,
  viewer: Member,
  mode: 'move' | 'copy',
  seen: readonly Seen[],
  to: WritePlace,
): Promise<Pick<WrittenAccount, 'accountId'>> {
  const isOwn = to.owner.userId === viewer.id;
  const ids = seen.map(({ id }) => id);
  if (isOwn !== seen.every(({ own }) => own)) throw new AppError('conflict', isOwn ? keepsInside : takesUploads);
  if (isOwn || mode === 'move') {
    const from = await mayWrite(db, viewer, ids, 'remove', 'document_ids');
    if (!isOwn) await mustStayInside(db, viewer, ids, to);
    return from;
  }
  await mustStayInside(db, viewer, ids, to);
  return to;
}

const keepsInside =
  'These belong to someone else. You can move and copy them only within the folder that was shared with you.';
const takesUploads = 'This folder belongs to someone else. To add your files, upload them.';

/** Documents that are no longer in their app can't be copied. */
async function mustBeThere(db: Executor, ids: readonly string[]): Promise<void> {
  const { rows } = await sql<{
    remote_id: string;
  }>`select remote_id from documents where id = any(${[...ids]}::uuid[])`.execute(db);
  if (rows.some(({ remote_id }) => isProvisional(remote_id)))
    throw new AppError('conflict', 'Some of these are still being uploaded. Try again when they’re done.');
}
