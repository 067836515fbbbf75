import { documentFormat, documentType } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { newId } from '../../../platform/uuid.ts';
import { wantTexts } from '../../passages/index.ts';
import { addToCounts } from '../../sources/index.ts';

/** A folder of an account; without an id, its top level. */
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
  /** Differs whenever the bytes may differ. */
  revision: string;
  sha256: Buffer;
  size: number;
}

/** What the bytes of a file that is stored here say of it. */
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

/** Whose it is, where, and under which name. */
export const placeColumns = (owner: Owner, place: Place, name: string) => ({
  organization_id: owner.organizationId,
  account_id: place.accountId,
  owner_id: owner.userId,
  parent_id: place.folderId,
  name,
});

/** A file that people put here themselves; its name must be free. Answers its id. */
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

/** The document stays what it is to everybody it is shared with; its bytes are others. */
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

/** Another name, another folder, or both. */
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
  // By another name it may be of a kind that has text.
  await wantTexts(tx, [id]);
}

/** Several to another folder, where their names must be free. */
export async function moveFiles(tx: Executor, ids: readonly string[], folderId: string | null): Promise<void> {
  await sql`update documents set parent_id = ${folderId}, updated_at = now() where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}

/** The type stays: the new name ends as the old one did. */
export async function renameFile(tx: Executor, id: string, name: string): Promise<void> {
  await sql`update documents set name = ${name} where id = ${id}`.execute(tx);
}

/** With all below. The rows stay in the trash, and so do the bytes, which still count. `chosen`: a condition on documents. */
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

/** Back with what was deleted along with it, in this folder and under this name. */
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
 * The same for several, where they were: of those whose folder is there and whose names are free. Answers them; the others
 * are left to the caller, who finds them a place and a name. `rules`: of an app; without them, those of My files.
 */
export async function unmarkDeletedInPlace(
  tx: Executor,
  accountId: string,
  ids: readonly string[],
  rules?: { caseInsensitive: boolean },
): Promise<string[]> {
  // Folders and the top level apart, and not as a join (`offset 0`): otherwise names are compared with all of the account's
  // while the statistics of a large change are still missing.
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
