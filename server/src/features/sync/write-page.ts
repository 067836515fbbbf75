import type { RemoteId, RemoteItem } from '@sheaf/connectors';
import { type DocumentType, documentFormat, documentType } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { newId } from '../../platform/uuid.ts';
import { isLong, writeLong } from './long-ids.ts';
import type { SyncState } from './sync-state.ts';

type WrittenFor = Pick<SyncState, 'id' | 'organizationId' | 'listing'>;

/** Text as PostgreSQL can hold it; sources allow more. */
const storable = (text: string): string => text.toWellFormed().replaceAll('\0', '\ufffd');
const orNull = (text: string | null | undefined): string | null => (text ? storable(text) : (text ?? null));

const [firstDay, lastDay] = [Date.parse('0001-01-01T00:00:00Z'), Date.parse('9999-12-31T23:59:59Z')];

/** A date that is none, or far from all others, is left out. */
function dateOf(date: Date | null): string | null {
  const time = date?.getTime() ?? Number.NaN;
  return time >= firstDay && time <= lastDay ? date!.toISOString() : null;
}

function typeOf({ kind, name, mimeType }: RemoteItem): DocumentType {
  return kind === 'folder' || kind === 'link' ? kind : documentType(name, mimeType);
}

const rowOf = (item: RemoteItem) => ({
  id: newId(),
  remote_id: storable(item.id),
  parent_remote_id: orNull(item.parentId),
  remote_path: orNull(item.path),
  name: storable(item.name),
  kind: item.kind,
  type: typeOf(item),
  format: item.kind === 'folder' ? 'folder' : documentFormat(item.name, item.mimeType),
  mime_type: orNull(item.mimeType),
  size: item.size,
  revision: storable(item.revision),
  hashes: item.hashes,
  exports: item.exports ?? [],
  web_url: orNull(item.webUrl),
  owner_name: orNull(item.ownerName),
  remote_modified_at: dateOf(item.modifiedAt),
});

interface Written {
  inserted: boolean;
  kind: string;
  id: string;
  remote_id: string;
}

/** What a source tells of an item, as it is compared and written. */
const told = (
  'parent_remote_id remote_path name kind type format mime_type size revision hashes exports web_url owner_name ' +
  'remote_modified_at'
).split(' ');
const toldOf = (table: string) => sql.raw(told.map((column) => `${table}.${column}`).join(', '));
const toldColumns = sql.raw(told.join(', '));
const toldAgain = sql.raw(told.map((column) => `${column} = excluded.${column}`).join(', '));

/**
 * Ends a subquery that is to be answered from the index for each row. Of an account that was filled a moment ago the
 * planner knows nothing; left to itself, it would read all of it for every page.
 */
const oneByOne = sql`offset 0`;

/** A page of items, in one statement but for those that an index may not hold. */
export async function writeItems(tx: Executor, state: WrittenFor, items: readonly RemoteItem[]): Promise<void> {
  await writePage(
    tx,
    state,
    items.filter((item) => !isLong(item)),
  );
  for (const item of items.filter(isLong)) await writeLong(tx, state, item, () => writePage(tx, state, [item]));
}

/**
 * Writes items in one statement: new ones, and changes to known ones, whose ids stay. An item that is here
 * is not gone. Its bytes are pending again only where the revision differs. Of one that is as it was, a listing under
 * way only notes that it is still there.
 */
async function writePage(tx: Executor, state: WrittenFor, items: readonly RemoteItem[]): Promise<void> {
  // The last one wins where a page names an item twice.
  const rows = [...new Map(items.map((item) => [item.id, item])).values()].map(rowOf);
  if (rows.length === 0) return;
  const { owner, isListing } = await lockAccount(tx, state.id);
  const folderIds = new Map(rows.filter(({ kind }) => kind === 'folder').map(({ remote_id, id }) => [remote_id, id]));
  const page = rows.map((row) => ({ ...row, parent_new_id: folderIds.get(row.parent_remote_id!) }));
  // A folder that is known keeps its id; one that this page brings gets the one it is given here.
  const written = await sql<Written>`
    with page as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(page)}::jsonb) as x (id uuid, remote_id text, parent_remote_id text, parent_new_id uuid,
        remote_path text, name text, kind text, type text, format text, mime_type text, size bigint, revision text, hashes jsonb, exports jsonb,
        web_url text, owner_name text, remote_modified_at timestamptz)
    ), same as materialized (
      select d.id, d.remote_id from page x cross join lateral (
        select * from documents where account_id = ${state.id} and remote_id = x.remote_id ${oneByOne}) d
      where d.gone_at is null and not d.kept and (${toldOf('d')}) is not distinct from (${toldOf('x')})
    ), noted as (
      insert into listing_unchanged (account_id, document_ids)
      select ${state.id}, array_agg(id) from same having ${isListing} and count(*) > 0
    )
    insert into documents as d (id, organization_id, account_id, owner_id, listing, remote_id, parent_id, content, ${toldColumns})
    select x.id, ${state.organizationId}, ${state.id}, ${owner}, ${state.listing}, x.remote_id,
      coalesce((select p.id from documents p where p.account_id = ${state.id} and p.remote_id = x.parent_remote_id), x.parent_new_id),
      case when x.kind = 'file' or (x.kind = 'native' and x.exports <> '[]') then 'pending' else 'none' end, ${toldOf('x')}
    from page x where not exists (select 1 from same where same.remote_id = x.remote_id)
    on conflict (account_id, remote_id) do update set
      listing = excluded.listing, gone_at = null, kept = false, parent_id = excluded.parent_id, ${toldAgain},
      content = case when d.revision = excluded.revision and d.kind = excluded.kind then d.content else excluded.content end,
      updated_at = case when d.revision = excluded.revision and d.name = excluded.name
        and d.parent_remote_id is not distinct from excluded.parent_remote_id then d.updated_at else now() end
    returning xmax = 0 as inserted, kind, id, remote_id`.execute(tx);
  const inserted = written.rows.filter((row) => row.inserted);
  const folders = inserted.filter(({ kind }) => kind === 'folder');
  await countFiles(tx, state.id, inserted.length - folders.length);
  await tieChildren(tx, state.id, folders);
}

/** Whose account it is now, and whether it is being listed: while a page is written, neither can change. */
async function lockAccount(tx: Executor, accountId: string): Promise<{ owner: string | null; isListing: boolean }> {
  const { rows } = await sql<{ owner: string; isListing: boolean }>`
    select user_id as owner, listing_run is not null as "isListing" from source_accounts where id = ${accountId} for update`.execute(
    tx,
  );
  return rows[0] ?? { owner: null, isListing: false };
}

async function countFiles(tx: Executor, accountId: string, more: number): Promise<void> {
  if (more > 0) await sql`update source_accounts set files = files + ${more} where id = ${accountId}`.execute(tx);
}

/** Pages come in any order, so a new folder may be the parent of what was there before it. */
async function tieChildren(tx: Executor, accountId: string, folders: readonly Written[]): Promise<void> {
  if (folders.length === 0) return;
  const [ids, remoteIds] = [folders.map(({ id }) => id), folders.map(({ remote_id }) => remote_id)];
  await sql`update documents d set parent_id = child.parent_id
    from unnest(${ids}::uuid[], ${remoteIds}::text[]) as folder (id, remote_id) cross join lateral (
      select id, folder.id as parent_id from documents where account_id = ${accountId} and parent_remote_id = folder.remote_id
        and parent_id is distinct from folder.id ${oneByOne}) child
    where d.id = child.id`.execute(tx);
}

/** Everything stored below these folders, and they themselves, still stands. */
export async function confirmSubtrees(tx: Executor, state: SyncState, folders: readonly RemoteId[]): Promise<void> {
  if (folders.length === 0) return;
  await sql`with recursive below as (
      select id, remote_id from documents where account_id = ${state.id} and remote_id = any(${[...folders]})
      union
      select d.id, d.remote_id from documents d join below b on d.account_id = ${state.id} and d.parent_remote_id = b.remote_id
    ), back as (
      update documents d set gone_at = null from below where d.id = below.id and d.gone_at is not null
    )
    insert into listing_unchanged (account_id, document_ids) select ${state.id}, array_agg(id) from below having count(*) > 0`.execute(
    tx,
  );
}

/** The source no longer has these, nor anything below them. Removed at the end of the run, unless the brake holds. */
export async function markGone(tx: Executor, state: SyncState, ids: readonly RemoteId[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`with recursive below as (
      select id, remote_id from documents where account_id = ${state.id} and remote_id = any(${[...ids]})
      union
      select d.id, d.remote_id from documents d join below b on d.account_id = ${state.id} and d.parent_remote_id = b.remote_id
    )
    update documents d set gone_at = coalesce(gone_at, now()) from below where d.id = below.id and not d.kept`.execute(
    tx,
  );
}

/** The same by path, of sources that tell no ids. Everything below `/a` lies between `/a/` and `/a0`. */
export async function markGoneAt(tx: Executor, state: SyncState, paths: readonly string[]): Promise<void> {
  await sql`update documents d set gone_at = coalesce(gone_at, now()) from unnest(${[...paths]}::text[]) as path
    where d.account_id = ${state.id} and not d.kept
      and (d.remote_path = path or (d.remote_path ~>=~ (path || '/') and d.remote_path ~<~ (path || '0')))`.execute(tx);
}
