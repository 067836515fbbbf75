import { may, uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { guestsOwnNothing, mayWrite, type Place, type WrittenAccount } from '../documents/index.ts';
import { ownFilesOf } from '../sources/index.ts';

/** The account that holds a member's own files. */
export const myFiles = (db: Executor, { id, membership }: Member): Promise<string> =>
  ownFilesOf(db, { userId: id, organizationId: membership.organizationId });

/** True for My files and for files left to a member; false for connected accounts. */
export const isMyFiles = ({ source }: WrittenAccount): boolean => source === uploadsSource;

/** A folder to add something to, or the top level of an account. */
export interface WritePlace extends WrittenAccount, Place {}

/**
 * The place to add something to: a folder that the viewer may change, or the top level of one of their accounts, My
 * files by default. In a transaction the account is locked.
 */
export async function placeToAdd(
  db: Executor,
  viewer: Member,
  asked: { parent_id: string | null; account_id?: string | null },
): Promise<WritePlace> {
  const { parent_id: folderId, account_id } = asked;
  if (!folderId) return { ...(await topLevel(db, viewer, account_id ?? null)), folderId };
  const account = await mayWrite(db, viewer, [folderId], 'add');
  if (account_id && account_id !== account.accountId)
    throw new AppError('conflict', 'This folder is in another account.');
  await mustBeFolder(db, account, folderId);
  return { ...account, folderId };
}

async function topLevel(db: Executor, viewer: Member, asked: string | null): Promise<WrittenAccount> {
  const { organizationId, role } = viewer.membership;
  if (!may(role, 'sources.own')) throw new AppError('forbidden', guestsOwnNothing);
  const accountId = asked ?? (await myFiles(db, viewer));
  const { rows } = await sql<{ source: string }>`select source from source_accounts
    where id = ${accountId} and user_id = ${viewer.id} and organization_id = ${organizationId} and removed_at is null
    ${db.isTransaction ? sql`for update` : sql``}`.execute(db);
  if (!rows[0]) throw notFound('This account');
  return { accountId, source: rows[0].source, owner: { organizationId, userId: viewer.id } };
}

/** Checks that this is a folder of the account. */
async function mustBeFolder(db: Executor, { accountId }: WrittenAccount, folderId: string): Promise<void> {
  const { rows } = await sql<{ kind: string; account_id: string }>`select kind, account_id from documents
    where id = ${folderId} and deleted_at is null`.execute(db);
  const [found] = rows;
  if (!found) throw notFound('This folder');
  if (found.kind !== 'folder') throw new AppError('conflict', 'This is a file. Choose a folder.');
  if (found.account_id !== accountId) throw new AppError('conflict', 'You can move things only within one place.');
}
