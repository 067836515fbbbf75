import type { RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import { oneByOne } from '../../../db/plan-hints.ts';
import type { Executor } from '../../../db/pool.ts';
import { rowsOf } from '../../../db/rows.ts';
import { storable } from '../../../platform/text/storable.ts';
import { newId } from '../../../platform/uuid.ts';
import { addToCounts } from '../../sources/index.ts';
import { listOf, reported, reportedOf, takenFrom, typesOf } from '../columns.ts';
import { isLong, storedOrRefused } from './long-ids.ts';

interface WrittenFor {
  id: string;
  organizationId: string;
  listing: number;
}

interface Written {
  inserted: boolean;
  kind: string;
  id: string;
  remote_id: string;
}

const recordset = typesOf(['id', 'remote_id', 'parent_id', ...reported]);

/**
 * Writes a page of items, in one statement except for those that an index may not hold. Returns those that can't be
 * stored.
 */
export async function writeItems(tx: Executor, state: WrittenFor, items: readonly RemoteItem[]): Promise<RemoteItem[]> {
  await writePage(
    tx,
    state,
    items.filter((item) => !isLong(item)),
  );
  const refused: RemoteItem[] = [];
  for (const item of items.filter(isLong))
    if (!(await storedOrRefused(tx, () => writePage(tx, state, [item])))) refused.push(item);
  return refused;
}

/**
 * Inserts new items and updates known ones, whose ids stay, in one statement. A reported item is neither gone nor in
 * the trash. Its bytes become pending only if the revision differs. During a listing, an unchanged item is only
 * recorded as still existing.
 */
async function writePage(tx: Executor, state: WrittenFor, items: readonly RemoteItem[]): Promise<void> {
  // If a page names an item twice, the last one wins.
  const rows = [...new Map(items.map((item) => [item.id, item])).values()].map((item) => ({
    id: newId(),
    remote_id: storable(item.id),
    ...reportedOf(item),
  }));
  if (rows.length === 0) return;
  const { owner, isListing } = await lockAccount(tx, state.id);
  // A known folder keeps its id; a new one gets the id assigned here.
  const folderIds = new Map([
    ...rows.filter(({ kind }) => kind === 'folder').map(({ remote_id, id }) => [remote_id, id] as const),
    ...(await idsOf(tx, state.id, new Set(rows.flatMap(({ parent_remote_id }) => parent_remote_id ?? [])))),
  ]);
  const page = rows.map((row) => ({ ...row, parent_id: folderIds.get(row.parent_remote_id!) }));
  const written = await sql<Written>`
    with page as materialized (
      select x.*, same.id as same_id from ${rowsOf(recordset, page)} left join lateral (
        select d.id from documents d where d.account_id = ${state.id} and d.remote_id = x.remote_id
          and d.gone_at is null and not d.kept and d.deleted_at is null and (${listOf(reported, 'd')}) is not distinct from (${listOf(reported, 'x')})
        ${oneByOne}) same on true
    ), noted as (
      insert into listing_unchanged (account_id, document_ids)
      select ${state.id}, array_agg(same_id) from page where same_id is not null having ${isListing} and count(*) > 0
    )
    insert into documents as d (id, organization_id, account_id, owner_id, listing, remote_id, parent_id, content, ${listOf(reported)})
    select x.id, ${state.organizationId}, ${state.id}, ${owner}, ${state.listing}, x.remote_id, x.parent_id,
      case when x.kind = 'file' or (x.kind = 'native' and x.exports <> '[]') then 'pending' else 'none' end, ${listOf(reported, 'x')}
    from page x where same_id is null
    on conflict (account_id, remote_id) do update set
      listing = excluded.listing, gone_at = null, kept = false, deleted_at = null, parent_id = excluded.parent_id, ${takenFrom(reported, 'excluded')},
      content = case when d.revision = excluded.revision and d.kind = excluded.kind then d.content else excluded.content end,
      updated_at = case when d.revision = excluded.revision and d.name = excluded.name
        and d.parent_remote_id is not distinct from excluded.parent_remote_id then d.updated_at else now() end
    returning xmax = 0 as inserted, kind, id, remote_id`.execute(tx);
  const inserted = written.rows.filter((row) => row.inserted);
  const folders = inserted.filter(({ kind }) => kind === 'folder');
  await addToCounts(tx, state.id, { files: inserted.length - folders.length });
  await tieChildren(tx, state.id, folders);
}

/** Returns the account's owner and whether it is being listed, and locks both until the page is written. */
async function lockAccount(tx: Executor, accountId: string): Promise<{ owner: string | null; isListing: boolean }> {
  const { rows } = await sql<{ owner: string; isListing: boolean }>`
    select user_id as owner, listing_run is not null as "isListing" from source_accounts where id = ${accountId} for update`.execute(
    tx,
  );
  return rows[0] ?? { owner: null, isListing: false };
}

/** Returns the ids of known items, looked up one by one because they are few. */
async function idsOf(tx: Executor, accountId: string, remoteIds: ReadonlySet<string>): Promise<[string, string][]> {
  if (remoteIds.size === 0) return [];
  const { rows } = await sql<{ remote_id: string; id: string }>`
    select x.remote_id, d.id from unnest(${[...remoteIds]}::text[]) as x (remote_id) cross join lateral (
      select id from documents where account_id = ${accountId} and remote_id = x.remote_id ${oneByOne}) d`.execute(tx);
  return rows.map(({ remote_id, id }) => [remote_id, id]);
}

/** A new folder may be the parent of existing documents, since pages come in any order. */
async function tieChildren(tx: Executor, accountId: string, folders: readonly Written[]): Promise<void> {
  if (folders.length === 0) return;
  const [ids, remoteIds] = [folders.map(({ id }) => id), folders.map(({ remote_id }) => remote_id)];
  await sql`update documents d set parent_id = child.parent_id
    from unnest(${ids}::uuid[], ${remoteIds}::text[]) as folder (id, remote_id) cross join lateral (
      select id, folder.id as parent_id from documents where account_id = ${accountId} and parent_remote_id = folder.remote_id
        and parent_id is distinct from folder.id ${oneByOne}) child
    where d.id = child.id`.execute(tx);
}
