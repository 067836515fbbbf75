import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';
import { mustOwn } from '../documents/index.ts';
import { sourceName } from '../sources/index.ts';

const settings = JSON.stringify({ file_mode: 'all', chat_mode: 'selected', file_selected_folders: [] });

/** The account that stands for a member's own files, made on first use. Those of others they took over stay apart. */
export async function myFiles(db: Executor, { id: userId, membership }: Member): Promise<string> {
  const found = () =>
    db
      .selectFrom('source_accounts')
      .select('id')
      .where('organization_id', '=', membership.organizationId)
      .where('user_id', '=', userId)
      .where('source', '=', uploadsSource)
      .where('remote_user_id', '=', userId)
      .executeTakeFirst();
  const known = await found();
  if (known) return known.id;
  await sql`insert into source_accounts (id, organization_id, user_id, source, remote_user_id, name, settings)
    values (${newId()}, ${membership.organizationId}, ${userId}, ${uploadsSource}, ${userId}, ${sourceName(uploadsSource)},
      ${settings}::jsonb) on conflict do nothing`.execute(db);
  return (await found())!.id;
}

/** Names are given and taken under this lock, one change of an account after another. */
export async function lockFiles(tx: Executor, viewer: Member, accountId: string): Promise<void> {
  const { rows } = await sql`select 1 from source_accounts where id = ${accountId} and user_id = ${viewer.id}
    and organization_id = ${viewer.membership.organizationId} for update`.execute(tx);
  if (rows.length === 0) throw notFound('This document');
}

/** The account all of these are in; they are the viewer's, and put here by hand rather than synced from elsewhere. */
export async function accountOfOwn(db: Executor, viewer: Member, ids: readonly string[]): Promise<string> {
  await mustOwn(db, viewer, ids);
  const { rows } = await sql<{ account_id: string; source: string }>`select distinct d.account_id, c.source
    from documents d join source_accounts c on c.id = d.account_id where d.id = any(${[...ids]}::uuid[])`.execute(db);
  const elsewhere = rows.find(({ source }) => source !== uploadsSource);
  if (elsewhere) throw new AppError('conflict', `This is in ${sourceName(elsewhere.source)}; change it there.`);
  if (rows.length > 1) throw new AppError('conflict', 'These belong to different places. Choose from one at a time.');
  return rows[0]!.account_id;
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
  if (found.account_id !== accountId) throw new AppError('conflict', 'Things can be moved within one place only.');
}

/** What the account holds, after a change. */
export async function count(tx: Executor, accountId: string, change: { files: number; bytes: number }): Promise<void> {
  await sql`update source_accounts set files = files + ${change.files}, bytes = bytes + ${change.bytes}
    where id = ${accountId}`.execute(tx);
}

/** The database notes renames and new contents as the source's; here a person did it, in this transaction. */
export async function signActivity(tx: Executor, viewer: Member, documentId: string): Promise<void> {
  await sql`update document_activity set user_id = ${viewer.id}
    where document_id = ${documentId} and user_id is null and at = now()`.execute(tx);
}
