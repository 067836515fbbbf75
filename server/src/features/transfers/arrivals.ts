import type { RemoteItem } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { writeItems } from '../sync/index.ts';
import { count } from '../uploads/index.ts';
import type { TransferAccount } from './side.ts';

/** A file or folder that is at the destination now. */
export interface Arrival {
  documentId: string | null;
  item: RemoteItem;
  /** Of its bytes. */
  sha256: string | null;
}

/**
 * Writes what the next sync of the destination would: known at once, and known to its listing, so that this sync finds
 * it as it is. Each is linked with its origin; bytes that are stored here already need not be fetched again.
 */
export async function recordCopies(tx: Executor, to: TransferAccount, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  if (to.source !== uploadsSource) await writeAsSynced(tx, to, arrivals);
  await sql`update documents d set copied_from = s.id,
      content = case when k.known then 'stored' else d.content end,
      sha256 = case when k.known then s.sha256 else d.sha256 end,
      stored_size = case when k.known then s.stored_size else d.stored_size end
    from jsonb_to_recordset(${JSON.stringify(linksOf(arrivals))}::jsonb) as x (document_id uuid, remote_id text, sha256 text)
    join documents s on s.id = x.document_id
    cross join lateral (select s.content = 'stored' and s.sha256 = decode(x.sha256, 'hex') as known) k
    where d.account_id = ${to.id} and d.remote_id = x.remote_id and d.id <> s.id`.execute(tx);
}

const linksOf = (arrivals: readonly Arrival[]) =>
  arrivals.map(({ documentId, item, sha256 }) => ({ document_id: documentId, remote_id: item.id, sha256 }));

/** What was found at the source again although it was thought to have moved. */
export async function writeAsSynced(
  tx: Executor,
  account: TransferAccount,
  arrivals: readonly Pick<Arrival, 'item'>[],
): Promise<void> {
  const { rows } = await sql<{ listing: number }>`select greatest(listing, 1) as listing from source_accounts
    where id = ${account.id}`.execute(tx);
  const state = { ...account, listing: rows[0]!.listing };
  await writeItems(
    tx,
    state,
    arrivals.map(({ item }) => item),
  );
}

interface Pair {
  /** The document, and the row that stands for its new place. */
  id: string;
  place: string;
}

/**
 * The document is the new one: labels, collections, shares and activity stay with it. A row that a sync has written
 * for the new place meanwhile, or that was there before, goes up in it.
 */
export async function recordMoves(
  tx: Executor,
  by: { userId: string; detail: string },
  from: TransferAccount,
  to: TransferAccount,
  arrivals: readonly Arrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  await recordCopies(tx, to, arrivals);
  const { rows: pairs } = await sql<Pair>`select distinct on (d.id) s.id, d.id as place
    from jsonb_to_recordset(${JSON.stringify(linksOf(arrivals))}::jsonb) as x (document_id uuid, remote_id text)
    join documents s on s.id = x.document_id and s.account_id = ${from.id}
    join documents d on d.account_id = ${to.id} and d.remote_id = x.remote_id and d.id <> s.id`.execute(tx);
  if (pairs.length === 0) return;
  await inherit(tx, pairs);
  if (from.source === uploadsSource) await countGone(tx, from, pairs);
  await takePlace(tx, pairs);
  await noteMoved(
    tx,
    by,
    pairs.map(({ id }) => id),
  );
}

const recordset = (pairs: readonly Pair[]) =>
  sql`jsonb_to_recordset(${JSON.stringify(pairs)}::jsonb) as x (id uuid, place uuid)`;

async function inherit(tx: Executor, pairs: readonly Pair[]): Promise<void> {
  await sql`insert into label_documents (organization_id, label_id, document_id)
    select l.organization_id, l.label_id, x.id from ${recordset(pairs)} join label_documents l on l.document_id = x.place
    on conflict do nothing`.execute(tx);
  await sql`insert into collection_documents (organization_id, collection_id, document_id)
    select l.organization_id, l.collection_id, x.id from ${recordset(pairs)} join collection_documents l on l.document_id = x.place
    on conflict do nothing`.execute(tx);
  await sql`insert into document_shares (organization_id, document_id, user_id, account_id, shared_by, created_at)
    select s.organization_id, x.id, s.user_id, s.account_id, s.shared_by, s.created_at
    from ${recordset(pairs)} join document_shares s on s.document_id = x.place on conflict do nothing`.execute(tx);
}

/** Other sources are counted at the end of their sync. */
async function countGone(tx: Executor, from: TransferAccount, pairs: readonly Pair[]): Promise<void> {
  const { rows } = await sql<{ files: number; bytes: number }>`select -count(*) as files,
      -coalesce(sum(stored_size), 0)::bigint as bytes from documents
    where id = any(${pairs.map(({ id }) => id)}::uuid[]) and kind <> 'folder' and deleted_at is null`.execute(tx);
  await count(tx, from.id, rows[0]!);
}

/** The place is given up, then taken: two rows cannot have it at once. */
async function takePlace(tx: Executor, pairs: readonly Pair[]): Promise<void> {
  const { rows } = await sql<object>`with gone as (
      delete from documents d using ${recordset(pairs)} where d.id = x.place returning x.id as heir, d.*)
    select to_jsonb(gone) as place from gone`.execute(tx);
  const places = JSON.stringify(rows.map((row) => (row as { place: object }).place));
  await sql`update documents d set account_id = p.account_id,
      remote_id = p.remote_id, parent_remote_id = p.parent_remote_id, parent_id = p.parent_id, remote_path = p.remote_path, name = p.name, kind = p.kind,
      type = p.type, format = p.format, mime_type = p.mime_type, size = p.size, revision = p.revision, hashes = p.hashes,
      exports = p.exports, web_url = p.web_url, owner_name = p.owner_name, remote_modified_at = p.remote_modified_at,
      listing = p.listing, gone_at = null, kept = false, deleted_at = null, content = p.content, sha256 = p.sha256,
      stored_size = p.stored_size, updated_at = now()
    from jsonb_populate_recordset(null::documents, ${places}::jsonb) p
    join jsonb_to_recordset(${places}::jsonb) as k (id uuid, heir uuid) on k.id = p.id
    where d.id = k.heir`.execute(tx);
  // What lies in a folder that took the place of another.
  await sql`update documents d set parent_id = x.id from ${recordset(pairs)} where d.parent_id = x.place`.execute(tx);
}

/** The database notes a new revision, name and folder as the source's; here a person moved it, in this transaction. */
async function noteMoved(tx: Executor, { userId, detail }: { userId: string; detail: string }, ids: readonly string[]) {
  await sql`delete from document_activity where document_id = any(${[...ids]}::uuid[]) and user_id is null and at = now()`.execute(
    tx,
  );
  await sql`insert into document_activity (organization_id, document_id, user_id, kind, detail)
    select organization_id, id, ${userId}, 'moved', ${detail} from documents where id = any(${[...ids]}::uuid[])`.execute(
    tx,
  );
}
