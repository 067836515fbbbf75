import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { mustOwn, type Place } from '../catalog/index.ts';
import { ownFilesOf, sourceName } from '../sources/index.ts';

/** The account that stands for a member's own files. */
export const myFiles = (db: Executor, { id, membership }: Member): Promise<string> =>
  ownFilesOf(db, { userId: id, organizationId: membership.organizationId });

/** Names are given and taken under this lock, one change of an account after another. */
export async function lockFiles(tx: Executor, viewer: Member, accountId: string): Promise<void> {
  const { rows } = await sql`select 1 from source_accounts where id = ${accountId} and user_id = ${viewer.id}
    and organization_id = ${viewer.membership.organizationId} for update`.execute(tx);
  if (rows.length === 0) throw notFound('This document');
}

/** Whether an account of the viewer's holds files that people put here: My files, or those that somebody left to them. */
export async function isOwnFiles(db: Executor, viewer: Member, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ source: string }>`select source from source_accounts where id = ${accountId}
    and user_id = ${viewer.id} and organization_id = ${viewer.membership.organizationId}`.execute(db);
  return rows[0]?.source === uploadsSource;
}

/** My files, or a connected account. */
export interface OwnAccount {
  id: string;
  isMyFiles: boolean;
}

/** The account all of these are in; they are the viewer's. */
export async function placeOfOwn(
  db: Executor,
  viewer: Member,
  ids: readonly string[],
  field?: string,
): Promise<OwnAccount> {
  await mustOwn(db, viewer, ids, field);
  const { rows } = await sql<{ account_id: string; source: string }>`select distinct d.account_id, c.source
    from documents d join source_accounts c on c.id = d.account_id where d.id = any(${[...ids]}::uuid[])`.execute(db);
  if (rows.length > 1)
    throw new AppError('conflict', 'These are in different places. Choose from one place at a time.');
  return { id: rows[0]!.account_id, isMyFiles: rows[0]!.source === uploadsSource };
}

/** A folder of a connected account, or its top; null where My files are meant. */
export async function connectedPlace(
  tx: Executor,
  viewer: Member,
  asked: { parent_id: string | null; account_id?: string | null },
): Promise<Place | null> {
  const { parent_id: folderId, account_id } = asked;
  if (folderId) {
    const { id, isMyFiles } = await placeOfOwn(tx, viewer, [folderId]);
    if (account_id && account_id !== id) throw new AppError('conflict', 'This folder is in another account.');
    return isMyFiles ? null : { accountId: id, folderId };
  }
  if (!account_id || (await isOwnFiles(tx, viewer, account_id))) return null;
  return { accountId: account_id, folderId: null };
}

/** A folder of the account to put things into. */
export async function mustBeFolder(db: Executor, viewer: Member, accountId: string, folderId: string): Promise<void> {
  const { rows } = await sql<{ kind: string; account_id: string; source: string }>`select d.kind, d.account_id, c.source
    from documents d join source_accounts c on c.id = d.account_id
    where d.id = ${folderId} and d.owner_id = ${viewer.id} and d.organization_id = ${viewer.membership.organizationId}
      and d.deleted_at is null`.execute(db);
  const [found] = rows;
  if (!found) throw notFound('This folder');
  if (found.kind !== 'folder') throw new AppError('conflict', 'This is a file. Choose a folder.');
  if (found.source !== uploadsSource)
    throw new AppError('conflict', `This folder is in ${sourceName(found.source)}; add to it there.`);
  if (found.account_id !== accountId) throw new AppError('conflict', 'You can move things only within one place.');
}
