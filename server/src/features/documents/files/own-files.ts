import { documentFormat, documentType } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { newId } from '../../../platform/uuid.ts';
import { wantTexts } from '../../passages/index.ts';
import { addToCounts } from '../../sources/index.ts';

/** A folder of an account, or its top level if there is no id. */
export interface Place {
  accountId: string;
  folderId: string | null;
}

export interface Owner {
  organizationId: string;
  userId: string;
}

export interface FileBytes {
  mimeType: string | null;
  modifiedAt: Date | string | null;
  /** Changes whenever the bytes may have changed. */
  revision: string;
  sha256: Buffer;
  size: number;
}

/** The columns that follow from the bytes of a stored file. */
export const fileColumns = (name: string, { mimeType, modifiedAt, revision, sha256, size }: FileBytes) => ({
  type: documentType(name, mimeType),
  format: documentFormat(name, mimeType),
  mime_type: mimeType,
  size,
  stored_size: size,
  sha256,
  revision,
  remote_modified_at: modifiedAt ?? new Date(),
  content: 'stored',
});

export const folderColumns = { kind: 'folder', type: 'folder', format: 'folder' };

/** The columns for the owner, the place and the name. */
export const placeColumns = (owner: Owner, place: Place, name: string) => ({
  organization_id: owner.organizationId,
  account_id: place.accountId,
  owner_id: owner.userId,
  parent_id: place.folderId,
  name,
});

/** Inserts a file that a person added; its name must be free. Returns its id. */
export async function insertFile(
  tx: Executor,
  owner: Owner,
  place: Place,
  name: string,
  bytes: FileBytes,
): Promise<string> {
  const id = newId();
  const columns = { ...placeColumns(owner, place, name), kind: 'file', ...fileColumns(name, bytes) };
  await tx
    .insertInto('documents')
    .values({ id, remote_id: id, listing: 0, ...columns })
    .execute();
  await addToCounts(tx, place.accountId, { files: 1, bytes: bytes.size });
  await wantTexts(tx, [id]);
  return id;
}

/** Replaces the bytes. The document keeps its id, and with it its shares. */
export async function replaceFile(
  tx: Executor,
  file: { id: string; accountId: string; name: string; size: number },
  bytes: FileBytes,
): Promise<void> {
  await tx
    .updateTable('documents')
    .set({ ...fileColumns(file.name, bytes), updated_at: sql`now()` })
    .where('id', '=', file.id)
    .execute();
  await addToCounts(tx, file.accountId, { bytes: bytes.size - file.size });
  await wantTexts(tx, [file.id]);
}

export async function insertFolderRow(tx: Executor, owner: Owner, place: Place, name: string): Promise<string> {
  const id = newId();
  const columns = { ...placeColumns(owner, place, name), ...folderColumns };
  await tx
    .insertInto('documents')
    .values({ id, remote_id: id, listing: 0, revision: id, remote_modified_at: sql`now()`, ...columns })
    .execute();
  return id;
}

/** Renames a document, moves it to another folder, or both. */
export async function arrangeDocument(
  tx: Executor,
  { id, kind, mimeType }: { id: string; kind: string; mimeType: string | null },
  folderId: string | null,
  name: string,
): Promise<void> {
  const isFolder = kind === 'folder';
  await sql`update documents set name = ${name}, parent_id = ${folderId}, updated_at = now(),
      type = ${isFolder ? 'folder' : documentType(name, mimeType)},
      format = ${isFolder ? 'folder' : documentFormat(name, mimeType)}
    where id = ${id}`.execute(tx);
  // The new name may have a type whose text can be read.
  await wantTexts(tx, [id]);
}

/** Moves documents to another folder, where their names must be free. */
export async function moveFiles(tx: Executor, ids: readonly string[], folderId: string | null): Promise<void> {
  await sql`update documents set parent_id = ${folderId}, updated_at = now() where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** Keeps the type, since the extension is the same. */
export async function renameFile(tx: Executor, id: string, name: string): Promise<void> {
  await sql`update documents set name = ${name} where id = ${id}`.execute(tx);
}

/**
 * Moves documents to the trash with everything below them. Their bytes stay and still count. `chosen` is a condition on
 * documents.
 */
export async function markDeleted(tx: Executor, accountId: string, chosen: RawBuilder<unknown>): Promise<void> {
  const { rows } = await sql<{ files: number }>`with recursive below as (
      select id from documents where account_id = ${accountId} and ${chosen} and deleted_at is null
      union
      select d.id from documents d join below b on d.parent_id = b.id where d.deleted_at is null
    ), gone as (
      update documents d set deleted_at = now() from below where d.id = below.id returning d.kind
    )
    select count(*) filter (where kind <> 'folder') as files from gone`.execute(tx);
  await addToCounts(tx, accountId, { files: -rows[0]!.files });
}

/** Restores a document with everything deleted along with it, into this folder and under this name. */
export async function unmarkDeleted(tx: Executor, id: string, place: Place, name: string): Promise<void> {
  const { rows } = await sql<{ files: number }>`with recursive below as (
      select id, deleted_at from documents where id = ${id}
      union
      select d.id, d.deleted_at from documents d join below b on d.parent_id = b.id and d.deleted_at = b.deleted_at
    ), back as (
      update documents d set deleted_at = null,
        name = case when d.id = ${id} then ${name} else d.name end,
        parent_id = case when d.id = ${id} then ${place.folderId}::uuid else d.parent_id end
      from below where d.id = below.id returning d.kind
    )
    select count(*) filter (where kind <> 'folder') as files from back`.execute(tx);
  await addToCounts(tx, place.accountId, { files: rows[0]!.files });
}

/**
 * Restores several documents where they were, if the folder exists and the name is free. Returns their ids; the caller
 * finds places and names for the others. `rules` are those of an app; without them, those of My files apply.
 */
export async function unmarkDeletedInPlace(
  tx: Executor,
  accountId: string,
  ids: readonly string[],
  rules?: { caseInsensitive: boolean },
): Promise<string[]> {
  // Folders and the top level are checked separately and not by a join (`offset 0`). Otherwise names are compared with
  // all of the account's while the statistics of a large change are still missing.
  const hasName = sql`select 1 from documents other where other.account_id = ${accountId}
    and other.name_key = d.name_key and other.deleted_at is null
    and ${rules ? sql`other.gone_at is null and (${rules.caseInsensitive} or other.name = d.name)` : sql`other.listing = 0`}`;
  const { rows } = await sql<{ id: string; files: number }>`with recursive chosen as materialized (
      select d.id, d.deleted_at, d.parent_id, d.name_key from documents d left join documents p on p.id = d.parent_id
      where d.id = any(${[...ids]}::uuid[]) and d.account_id = ${accountId} and d.deleted_at is not null
        and (d.parent_id is null or p.deleted_at is null)
        and not exists (${hasName} and other.parent_id = d.parent_id offset 0)
        and not (d.parent_id is null and exists (${hasName} and other.parent_id is null offset 0))
    ), free as (
      select distinct on (parent_id, name_key) id, deleted_at from chosen order by parent_id, name_key, id
    ), below as (
      select id, id as top, deleted_at from free
      union
      select d.id, b.top, d.deleted_at from documents d join below b on d.parent_id = b.id and d.deleted_at = b.deleted_at
    ), back as (
      update documents d set deleted_at = null from below where d.id = below.id returning below.top, d.kind
    )
    select top as id, count(*) filter (where kind <> 'folder') as files from back group by top`.execute(tx);
  await addToCounts(tx, accountId, { files: rows.reduce((sum, { files }) => sum + files, 0) });
  return rows.map(({ id }) => id);
}
