import type { RemoteId, RemoteItem } from '@sheaf/connectors';
import { documentFormat, documentType } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { newId } from '../../../platform/uuid.ts';
import { wantTexts } from '../../passages/index.ts';
import { addToCounts } from '../../sources/index.ts';
import { confirmSubtrees } from '../listing/gone.ts';
import { type FileBytes, fileColumns, folderColumns, type Owner, type Place, placeColumns } from './own-files.ts';

/** Changes of people to a connected account, before the source has them and after. */

const provisional = 'sheaf:';

/** Whether the document was created here and has no id at the source yet. */
export const isProvisional = (remoteId: string): boolean => remoteId.startsWith(provisional);

/** SQL: the same for a document `d`. */
export const isProvisionalHere = sql<boolean>`starts_with(d.remote_id, ${sql.lit(provisional)})`;

/** The number of the listing that includes what is written now. */
const currentListing = (accountId: string) =>
  sql<number>`(select greatest(listing, 1) from source_accounts where id = ${accountId})`;

const remoteIdOf = (folderId: string | null) =>
  sql<string | null>`(select remote_id from documents where id = ${folderId}::uuid)`;

/**
 * Inserts a folder, or a file with stored bytes, that the source does not have yet. It is marked as kept until then, so
 * that no listing counts it as missing.
 */
export async function insertProvisional(
  tx: Executor,
  owner: Owner,
  place: Place,
  name: string,
  bytes: FileBytes | null,
): Promise<string> {
  const id = newId();
  const columns = bytes
    ? { kind: 'file', ...fileColumns(name, bytes) }
    : { ...folderColumns, revision: '', remote_modified_at: new Date() };
  await tx
    .insertInto('documents')
    .values({
      id,
      remote_id: provisional + id,
      parent_remote_id: remoteIdOf(place.folderId),
      listing: currentListing(place.accountId),
      kept: true,
      ...placeColumns(owner, place, name),
      ...columns,
    })
    .execute();
  if (bytes) {
    await addToCounts(tx, place.accountId, { files: 1, bytes: bytes.size });
    await wantTexts(tx, [id]);
  }
  return id;
}

/** Renames a document, moves it to another folder, or both. */
export async function arrangeInAccount(tx: Executor, id: string, folderId: string | null, name: string): Promise<void> {
  await sql`update documents set name = ${name}, parent_id = ${folderId}, parent_remote_id = ${remoteIdOf(folderId)},
      updated_at = now() where id = ${id}`.execute(tx);
  await retype(tx, id);
}

/** Moves documents to another folder under their names. */
export async function moveInAccount(tx: Executor, ids: readonly string[], folderId: string | null): Promise<void> {
  await sql`update documents set parent_id = ${folderId}, parent_remote_id = ${remoteIdOf(folderId)}, updated_at = now()
    where id = any(${[...ids]}::uuid[])`.execute(tx);
}

/** Updates the type, which may change with the name, and reads the text if there is one. */
async function retype(tx: Executor, id: string): Promise<void> {
  const { rows } = await sql<{ name: string; kind: string; mime_type: string | null }>`
    select name, kind, mime_type from documents where id = ${id}`.execute(tx);
  const [row] = rows;
  if (!row || row.kind === 'folder' || row.kind === 'link') return;
  await sql`update documents set type = ${documentType(row.name, row.mime_type)},
    format = ${documentFormat(row.name, row.mime_type)} where id = ${id}`.execute(tx);
  await wantTexts(tx, [id]);
}

export interface Known {
  id: string;
  account_id: string;
  remote_id: RemoteId;
  kind: string;
}

export async function findKnown(tx: Executor, id: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`select id, account_id, remote_id, kind from documents
    where id = ${id}`.execute(tx);
  return rows[0];
}

/** Finds rows that already have the new id of the document or of something below it; these must be merged before. */
export async function findTwins(
  tx: Executor,
  known: Known,
  item: RemoteItem,
): Promise<{ id: string; place: string }[]> {
  if (known.remote_id === item.id) return [];
  const isPath = isPathOf(known);
  const { rows } = await sql<{ id: string; place: string }>`select o.id, n.id as place
    from documents o join documents n on n.account_id = o.account_id
      and n.remote_id = ${item.id} || substr(o.remote_id, length(${known.remote_id}) + 1)
    where o.account_id = ${known.account_id} and ${isPath ? under('o.remote_id', known.remote_id) : sql`o.id = ${known.id}`}`.execute(
    tx,
  );
  return rows;
}

/** For sources whose ids are paths, all ids below a folder start with its own. */
const isPathOf = ({ kind, remote_id }: Known): boolean =>
  kind === 'folder' && remote_id.endsWith('/') && !isProvisional(remote_id);

const under = (column: string, prefix: string) =>
  sql`left(${sql.raw(column)}, length(${prefix}::text)) = ${prefix}::text`;

/**
 * Records that the source has made the change: gives the document, and everything below it, the ids from the source.
 * `keep`: what a later change by a person has already set. A folder keeps its revision, since changes below it at the
 * source are not known here.
 */
export async function confirmInAccount(
  tx: Executor,
  known: Known,
  item: RemoteItem,
  keep: { name: boolean; parent: boolean },
): Promise<void> {
  await takeIds(tx, known, item);
  const isFolder = item.kind === 'folder';
  await sql`update documents d set remote_id = ${item.id}, remote_path = ${item.path ?? null},
      name = ${keep.name ? sql`d.name` : item.name},
      parent_remote_id = ${keep.parent ? sql`d.parent_remote_id` : sql`coalesce(${remoteIdOfParent}, ${topOf(known, item)})`},
      content = case when ${isFolder} or d.revision = ${item.revision} or d.revision = '' or ${isSame(item)} then d.content
        when d.kind = 'file' then 'pending' else d.content end,
      revision = ${isFolder ? sql`d.revision` : item.revision}, hashes = ${JSON.stringify(item.hashes)}::jsonb,
      size = coalesce(${item.size}, d.size), web_url = coalesce(${item.webUrl ?? null}, d.web_url),
      remote_modified_at = coalesce(${item.modifiedAt?.toISOString() ?? null}::timestamptz, d.remote_modified_at),
      listing = ${currentListing(known.account_id)}, gone_at = null, kept = false
    where d.id = ${known.id}`.execute(tx);
  await retype(tx, known.id);
  if (isFolder) await stillThere(tx, known.account_id, item.id);
  await deleteNoted(tx, known.account_id);
}

const remoteIdOfParent = sql`(select p.remote_id from documents p where p.id = d.parent_id)`;

/**
 * The source's id of the top level. If the parent is a folder we know, someone has moved the document there, and the
 * feed will report it.
 */
const topOf = ({ account_id }: Known, { parentId }: RemoteItem) =>
  sql`case when not exists (select from documents f where f.account_id = ${account_id} and f.remote_id = ${parentId}::text)
    then ${parentId}::text end`;

/** Whether the bytes are the known ones, whatever revision the source gives them. */
const isSame = ({ hashes, size }: RemoteItem) =>
  sql`(d.size = ${size} and d.hashes <> '{}' and d.hashes = ${JSON.stringify(hashes)}::jsonb)`;

async function takeIds(tx: Executor, known: Known, item: RemoteItem): Promise<void> {
  const { account_id, remote_id: old } = known;
  const listing = currentListing(account_id);
  if (old !== item.id && isPathOf(known)) {
    const renamed = (column: string) =>
      sql`case when ${under(column, old)} then ${item.id} || substr(${sql.raw(column)}, length(${old}::text) + 1) else ${sql.raw(column)} end`;
    await sql`update documents set remote_id = ${renamed('remote_id')}, parent_remote_id = ${renamed('parent_remote_id')},
        listing = ${listing}, gone_at = null
      where account_id = ${account_id} and id <> ${known.id}
        and (${under('remote_id', old)} or ${under('parent_remote_id', old)})`.execute(tx);
  } else if (old !== item.id)
    await sql`update documents set parent_remote_id = ${item.id}
      where account_id = ${account_id} and parent_remote_id = ${old}`.execute(tx);
  // Paths below stay until the feed reports them: an item deleted there before is reported by its old path.
}

/** A listing in progress may already have passed the folder's new place. */
async function stillThere(tx: Executor, accountId: string, folder: RemoteId): Promise<void> {
  const { rows } = await sql<{ listing: number }>`select listing from source_accounts
    where id = ${accountId} and listing_run is not null`.execute(tx);
  if (rows[0]) await confirmSubtrees(tx, { id: accountId, listing: rows[0].listing }, [folder]);
}

/**
 * Deletes activity that the database recorded for the source in this transaction, since a person's change is already
 * recorded.
 */
async function deleteNoted(tx: Executor, accountId: string): Promise<void> {
  await sql`delete from document_activity where organization_id = (select organization_id from source_accounts where id = ${accountId})
    and at = now() and kind in ('moved', 'renamed', 'changed') and user_id is null`.execute(tx);
}

/**
 * Restores a document after a change was refused, to the state at the source or, without an item, to the state before.
 */
export async function putBack(
  tx: Executor,
  known: Known,
  was: { item: RemoteItem | null; name: string; folderId: string | null },
): Promise<void> {
  const { item } = was;
  const folder = item
    ? sql`(select id from documents where account_id = ${known.account_id} and remote_id = ${item.parentId})`
    : sql`(select id from documents where id = ${was.folderId}::uuid)`;
  await sql`update documents d set name = ${item?.name ?? was.name}, parent_id = f.id, parent_remote_id = f.remote_id
    from (select 1) one left join documents f on f.id = ${folder} where d.id = ${known.id}`.execute(tx);
  await retype(tx, known.id);
  await deleteNoted(tx, known.account_id);
}

/**
 * Marks the bytes for fetching because they differ from those at the source. `item` is given if the source could be
 * asked.
 */
export async function fetchAgain(tx: Executor, { id, account_id }: Known, item: RemoteItem | null): Promise<void> {
  await sql`update documents set content = 'pending', revision = ${item?.revision ?? ''},
      hashes = ${JSON.stringify(item?.hashes ?? {})}::jsonb, size = ${item?.size ?? null} where id = ${id}`.execute(tx);
  await deleteNoted(tx, account_id);
}

/**
 * Deletes a document created here that the source refused. What people have put into it meanwhile is put back by its
 * own changes.
 */
export async function removeRefused(tx: Executor, { id, account_id, remote_id }: Known): Promise<void> {
  if (!isProvisional(remote_id)) return;
  const { rows } = await sql<{ files: number; bytes: number }>`with gone as (
      delete from documents where id = ${id} returning kind, stored_size)
    select -count(*) filter (where kind <> 'folder') as files, -coalesce(sum(stored_size), 0)::bigint as bytes from gone`.execute(
    tx,
  );
  await addToCounts(tx, account_id, rows[0]!);
  await sql`update documents set parent_id = null, parent_remote_id = null where parent_id = ${id}`.execute(tx);
  await deleteNoted(tx, account_id);
}
