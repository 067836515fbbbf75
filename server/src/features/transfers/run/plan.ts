import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { refreshStatistics } from '../../../db/refresh-statistics.ts';
import { listAccount } from '../listing/list-account.ts';
import { findListing, insertListing, isFullySynced, listedAsDocuments } from '../listing/listing.queries.ts';
import { notifyTransfer, recountItems, type TransferRow } from '../transfers.queries.ts';
import { accountOf } from './open-run.ts';
import type { Run } from './run-context.ts';

const atOnce = 5_000;
const foldersAtOnce = 200;
/** The number of items in a large transfer. */
const many = 1_000;
const nowhere = '00000000-0000-0000-0000-000000000000';

/**
 * The progress of planning. `again`: the transfer ran before, and new or changed items are added. `listing`: plans from
 * a list of the whole account, which is made first, instead of documents.
 */
type Cursor =
  | { step: 'list'; listing: string; again: boolean }
  | { step: 'roots'; after: string; again: boolean; listing?: string }
  | { step: 'children'; folder: number; child: string; again: boolean; listing?: string }
  | { step: 'revive' };
/** Before the first position of a list. */
const beginning = '0';

export const planAgain: Cursor = { step: 'roots', after: nowhere, again: true };
export const planRetry: Cursor = { step: 'revive' };
const planAnew: Cursor = { step: 'roots', after: nowhere, again: false };
/** Plans from an existing list. */
export const planFrom = (listing: string): Cursor => ({ step: 'roots', after: beginning, again: false, listing });

/**
 * Collects the items to transfer, a few thousand at a time, each part in one transaction with the cursor: progress is
 * visible at once, a killed worker resumes, and memory doesn't grow with the number of files.
 */
export async function plan(run: Run, end: number): Promise<'planned' | 'paused' | 'time is up'> {
  const { services, lease, transfer, signal } = run;
  const begun = await beginOf(run, (transfer.plan_cursor as Cursor | null) ?? planAnew);
  if (begun.step === 'list') {
    const listed = await listEverything(run, begun.listing, end);
    if (listed !== 'done') return listed === 'unwanted' ? 'paused' : listed;
  }
  let cursor: Stepping = begun.step === 'list' ? { ...begun, step: 'roots', after: beginning } : begun;
  const isListed = cursor.step !== 'revive' && cursor.listing !== undefined;
  for (;;) {
    signal.throwIfAborted();
    const { isDone, isRunning, total } = await lease.write(async (tx) => {
      const next = await planStep(tx, transfer, cursor);
      if (next) cursor = next;
      else if (cursor.step === 'revive' || cursor.again) await recountItems(tx, transfer.id);
      const { rows } = await sql<{
        status: string;
        total: number;
      }>`update transfers set plan_cursor = ${next ? JSON.stringify(next) : null}::jsonb
        ${next ? sql`` : sql`, phase = 'folders', announced_bytes = greatest(announced_bytes, ${isListed ? sql`total_bytes` : 0})`} where id = ${transfer.id} returning status, total`.execute(
        tx,
      );
      await notifyTransfer(tx, transfer.id);
      return { isDone: !next, isRunning: rows[0]?.status === 'running', total: rows[0]?.total ?? 0 };
    });
    if (isDone && total >= many) await refreshStatistics(services, 'transfer_items');
    if (!isRunning) return 'paused';
    if (isDone) return 'planned';
    if (Date.now() > end) return 'time is up';
  }
}

/** If not everything is synced, the whole account is listed first; a list that was deleted is made again. */
async function beginOf({ services, lease, transfer }: Run, cursor: Cursor): Promise<Cursor> {
  const account = accountOf(transfer, 'from');
  if (!transfer.everything || cursor.step === 'revive') return cursor;
  const isLost = cursor.listing !== undefined && !(await findListing(services.db, cursor.listing));
  if (!isLost && (cursor.listing !== undefined || cursor.step !== 'roots' || cursor.after !== nowhere)) return cursor;
  if (!isLost && (await isFullySynced(services.db, account))) return cursor;
  return lease.write(async (tx) => {
    const listing = await insertListing(tx, account, transfer.id);
    const begun: Cursor = { step: 'list', listing: listing.id, again: cursor.again || isLost };
    await sql`update transfers set plan_cursor = ${JSON.stringify(begun)}::jsonb where id = ${transfer.id}`.execute(tx);
    return begun;
  });
}

function listEverything({ services, lease, transfer, signal }: Run, listingId: string, end: number) {
  const isWanted = async (tx: Executor) => {
    await notifyTransfer(tx, transfer.id);
    const { rows } = await sql<{ status: string }>`select status from transfers where id = ${transfer.id}`.execute(tx);
    return rows[0]?.status === 'running';
  };
  return listAccount({ services, lease, account: accountOf(transfer, 'from'), listingId, signal, end, isWanted });
}

type Stepping = Exclude<Cursor, { step: 'list' }>;

async function planStep(tx: Executor, transfer: TransferRow, cursor: Stepping): Promise<Stepping | null> {
  if (cursor.step === 'revive') return (await revive(tx, transfer.id)) ? cursor : null;
  if (cursor.step === 'roots') {
    const { count, last } = await addRoots(tx, transfer, cursor);
    if (count === atOnce) return { ...cursor, after: last!.key };
    const { again, listing } = cursor;
    return { step: 'children', folder: 0, child: firstOf(listing), again, ...(listing && { listing }) };
  }
  const { count, last, lastFolder } = await addChildren(tx, transfer, cursor);
  if (lastFolder === null) return null;
  return count === atOnce
    ? { ...cursor, folder: last!.parent_number!, child: last!.key }
    : { ...cursor, folder: lastFolder + 1, child: firstOf(cursor.listing) };
}

const firstOf = (listing: string | undefined) => (listing ? beginning : nowhere);

interface Added {
  count: number;
  /** The cursor for the next part: the id of a document, or the position in a list. */
  last: { key: string; parent_number: number | null } | null;
}

const nothing: Added = { count: 0, last: null };

const present = sql`d.gone_at is null and d.deleted_at is null`;

function addRoots(
  tx: Executor,
  transfer: TransferRow,
  { after, listing }: { after: string; listing?: string },
): Promise<Added> {
  if (listing) return add(tx, transfer, listedRoots(transfer, listing, after));
  const { id, from_account_id, selection_type } = transfer;
  const chosen =
    selection_type === 'all'
      ? sql`select d.*, d.id as key, null::text as failure, null::int as parent_number, d.name as full_path from documents d
          where d.account_id = ${from_account_id} and d.parent_id is null and d.id > ${after}::uuid and ${present}
          order by d.id limit ${atOnce}`
      : sql`select d.*, d.id as key, null::text as failure, null::int as parent_number, up.path as full_path from documents d
          cross join lateral (${pathTo(sql`d.id`)}) up
          where d.id in (${chosenIds(id)}) and d.account_id = ${from_account_id} and d.id > ${after}::uuid and ${present}
            and not exists (select from unnest(up.above) folder (id) where folder.id in (${chosenIds(id)}))
          order by d.id limit ${atOnce}`;
  return add(tx, transfer, chosen);
}

/** There may be 100,000 ids, so they stay in the database. */
const chosenIds = (transferId: string) => sql`select unnest(document_ids) from transfers where id = ${transferId}`;

/** SQL: items that are in no folder of the list. */
const listedRoots = (transfer: TransferRow, listing: string, after: string) =>
  sql`select l.*, l.place as key, null::int as parent_number, l.name as full_path
    from (${listedAsDocuments({ id: transfer.from_account_id }, listing)}) l
    where l.place > ${after}::bigint and (l.parent_remote_id is null or not exists (select from transfer_listed p
      where p.listing_id = ${listing} and p.remote_id = l.parent_remote_id and p.kind = 'folder'))
    order by l.place limit ${atOnce}`;

/** SQL: the path of a document, and all folders it is in. */
const pathTo = (id: ReturnType<typeof sql>) => sql`with recursive up as (
    select id, parent_id, name::text as path, '{}'::uuid[] as above from documents where id = ${id}
    union all
    select p.id, p.parent_id, p.name || '/' || up.path, up.above || p.id from up join documents p on p.id = up.parent_id
    where not p.id = any(up.above))
  select path, above from up order by cardinality(above) desc limit 1`;

/** Adds the content of the next folders, in the order of the folders. */
async function addChildren(
  tx: Executor,
  transfer: TransferRow,
  { folder, child, listing }: { folder: number; child: string; listing?: string },
): Promise<Added & { lastFolder: number | null }> {
  const { rows: folders } = await sql<{ number: number }>`select number from transfer_items
    where transfer_id = ${transfer.id} and kind = 'folder' and number >= ${folder} order by number limit ${foldersAtOnce}`.execute(
    tx,
  );
  if (folders.length === 0) return { ...nothing, lastFolder: null };
  const lastFolder = folders.at(-1)!.number;
  const inFolder = sql`f.number as parent_number, f.path || '/' || d.name as full_path`;
  const children = listing
    ? sql`select d.*, d.place as key, ${inFolder} from (${listedAsDocuments({ id: transfer.from_account_id }, listing)}) d
        where d.parent_remote_id = f.remote_id
          and d.place > (case when f.number = ${folder} then ${child} else ${beginning} end)::bigint
        order by d.place limit ${atOnce}`
    : sql`select d.*, d.id as key, null::text as failure, ${inFolder} from documents d
        where d.parent_id = f.document_id and ${present}
          and d.id > (case when f.number = ${folder} then ${child} else ${nowhere} end)::uuid
        order by d.id limit ${atOnce}`;
  const added = await add(
    tx,
    transfer,
    sql`select c.* from transfer_items f cross join lateral (${children}) c
      where f.transfer_id = ${transfer.id} and f.kind = 'folder' and f.number between ${folder} and ${lastFolder}
      order by c.parent_number, c.key limit ${atOnce}`,
  );
  return { ...added, lastFolder };
}

/** SQL: why an item stays. Items that couldn't be listed have failed, the others can't be transferred. */
const reasonToStay = `case when c.failure is not null then c.failure when c.kind = 'link' then 'Links and shortcuts can’t be transferred.'
  when c.kind = 'native' and c.exports = '[]' then 'It can only be opened in its own app.' end`;

/** The new items of a part, by result. */
interface Planned extends Added {
  fresh: number;
  bytes: number;
  refused: number;
  failed: number;
}

/** Items of an earlier run wait again only if they changed. */
async function add(tx: Executor, transfer: TransferRow, chosen: ReturnType<typeof sql>): Promise<Added> {
  const reason = sql.raw(reasonToStay);
  const { rows } = await sql<Planned>`with chosen as materialized (${chosen}), written as (
      insert into transfer_items as i (transfer_id, number, parent_number, document_id, remote_id, kind, path, name, mime_type, size,
        revision, hashes, remote_modified_at, export_type, outcome, reason, finished_at)
      select ${transfer.id}, (select coalesce(max(number), 0) from transfer_items where transfer_id = ${transfer.id})
          + (row_number() over (order by c.parent_number, c.key))::int,
        c.parent_number, c.id, c.remote_id, c.kind, c.full_path, c.name, c.mime_type,
        case c.kind when 'file' then c.size when 'native' then c.stored_size end, c.revision, c.hashes, c.remote_modified_at, c.exports->>0,
        case when c.failure is not null then 'failed' when ${reason} is null then 'waiting' else 'not_transferable' end, ${reason},
        case when ${reason} is null then null else now() end
      from chosen c
      on conflict (transfer_id, remote_id) do update set outcome = excluded.outcome, reason = excluded.reason, attempts = 0, next_try_at = null,
        arrived = false, document_id = excluded.document_id, revision = excluded.revision, size = excluded.size,
        hashes = excluded.hashes, name = excluded.name, remote_modified_at = excluded.remote_modified_at
      where i.outcome <> 'not_transferable' and (i.kind = 'folder' or i.revision <> excluded.revision
        or i.outcome in ('failed', 'cancelled'))
      returning xmax = 0 as fresh, size, outcome
    ), counted as (
      select count(*)::int as fresh, coalesce(sum(size), 0)::bigint as bytes, (count(*) filter (where outcome = 'not_transferable'))::int as refused,
        (count(*) filter (where outcome = 'failed'))::int as failed
      from written where fresh)
    select counted.*, (select count(*)::int from chosen) as count, (select jsonb_build_object('key', key::text, 'parent_number', parent_number)
      from chosen order by parent_number desc, key desc limit 1) as last
    from counted`.execute(tx);
  const { fresh, bytes, refused, failed, ...added } = rows[0]!;
  await sql`update transfers set total = total + ${fresh}, total_bytes = total_bytes + ${bytes},
      skipped = skipped + ${refused}, processed = processed + ${failed}, failed = failed + ${failed} where id = ${transfer.id}`.execute(
    tx,
  );
  return added;
}

/** Makes failed items wait again; false if none are left. */
async function revive(tx: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update transfer_items set outcome = 'waiting', reason = null, attempts = 0,
      next_try_at = null, finished_at = null
    where transfer_id = ${id} and number = any(array(select number from transfer_items
      where transfer_id = ${id} and outcome = 'failed' order by number limit ${atOnce}))`.execute(tx);
  return numAffectedRows !== 0n;
}
