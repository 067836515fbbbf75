import type { Hashes, RemoteId } from '@sheaf/connectors';
import type { Transfer, TransferItem, TransferOutcome } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';

export const transferJob = jobType<{ transferId: string }>('transfers.run');

/** The job that begins a transfer, goes on with it, or clears up after it. */
export async function enqueueTransfer(tx: Executor, id: string, runAt?: Date): Promise<void> {
  await enqueue(tx, transferJob, { transferId: id }, { queue: `transfer ${id}`, maxAttempts: 100, runAt });
}

/** Tells whoever watches; arrives with the commit. */
export async function notifyTransfer(tx: Executor, id: string): Promise<void> {
  await sql`select pg_notify('sheaf_transfer', ${id})`.execute(tx);
}

export interface TransferRow {
  id: string;
  organization_id: string;
  user_id: string;
  from_account_id: string;
  from_source: string;
  from_name: string;
  from_status: string;
  to_account_id: string;
  to_source: string;
  to_name: string;
  to_status: string;
  to_folder_id: RemoteId | null;
  to_folder_name: string | null;
  mode: Transfer['mode'];
  on_conflict: Transfer['on_conflict'];
  selection_type: Transfer['selection_type'];
  document_ids: string[];
  status: Transfer['status'];
  phase: Transfer['phase'];
  problem: string | null;
  total: number;
  processed: number;
  failed: number;
  skipped: number;
  total_bytes: number;
  bytes: number;
  bytes_under_way: number;
  rate: number | null;
  plan_cursor: unknown;
  stalled: number;
  repeat: Transfer['repeat'];
  next_run_at: Date | null;
  created_at: Date;
  started_at: Date | null;
  finished_at: Date | null;
}

const shown = sql`t.*, f.source as from_source, f.name as from_name, f.status as from_status,
  d.source as to_source, d.name as to_name, d.status as to_status`;
const joined = sql`transfers t join source_accounts f on f.id = t.from_account_id join source_accounts d on d.id = t.to_account_id`;
const isOpen = sql`t.status in ('pending', 'running', 'paused')`;

const ofMember = ({ id, membership }: Member) =>
  sql`t.organization_id = ${membership.organizationId} and t.user_id = ${id}`;

export async function findTransfer(db: Executor, viewer: Member, id: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`select ${shown} from ${joined}
    where t.id = ${id} and ${ofMember(viewer)}`.execute(db);
  return rows[0];
}

/** Without a viewer, for the worker. */
export async function findAnyTransfer(db: Executor, id: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`select ${shown} from ${joined} where t.id = ${id}`.execute(db);
  return rows[0];
}

/** Changes of its state follow each other. */
export async function lockTransfer(tx: Executor, viewer: Member, id: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`select ${shown} from ${joined}
    where t.id = ${id} and ${ofMember(viewer)} for update of t`.execute(tx);
  return rows[0];
}

export interface Listed {
  status?: Transfer['status'];
  per_page: number;
  offset: number;
}

const matching = (viewer: Member, status: Listed['status']) =>
  status === undefined
    ? ofMember(viewer)
    : sql`${ofMember(viewer)} and ${status === 'pending' ? isOpen : sql`t.status = ${status}`}`;

export async function listTransfers(db: Executor, viewer: Member, asked: Listed) {
  const where = matching(viewer, asked.status);
  const { rows } = await sql<TransferRow & { total_rows: number }>`select ${shown},
      (select count(*) from transfers t where ${where}) as total_rows
    from ${joined} where ${where} order by t.id desc limit ${asked.per_page} offset ${asked.offset}`.execute(db);
  return rows;
}

export async function countTransfers(db: Executor, viewer: Member, status: Listed['status']): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from transfers t
    where ${matching(viewer, status)}`.execute(db);
  return rows[0]!.count;
}

export interface ItemRow {
  number: number;
  document_id: string | null;
  kind: TransferItem['kind'];
  path: string;
  new_path: string | null;
  size: number | null;
  outcome: TransferOutcome;
  reason: string | null;
  hash_algorithm: string | null;
  source_hash: string | null;
  destination_hash: string | null;
  attempts: number;
  finished_at: Date | null;
}

const itemColumns = sql`number, document_id, kind, path, new_path, size, outcome, reason, hash_algorithm, source_hash,
  destination_hash, attempts, finished_at`;

/** In order; of one outcome or of all, from one number on. */
export async function listItems(
  db: Executor,
  id: string,
  asked: { outcome?: TransferOutcome; per_page: number; offset?: number; after?: number },
): Promise<ItemRow[]> {
  // A page far behind is counted along an index, without looking at the rows before it.
  const { rows } = await sql<ItemRow>`select ${itemColumns} from transfer_items
    where transfer_id = ${id} and number in (select number from transfer_items
      where transfer_id = ${id} and number > ${asked.after ?? 0}
        ${asked.outcome ? sql`and outcome = ${asked.outcome}` : sql``}
      order by number limit ${asked.per_page} offset ${asked.offset ?? 0})
    order by number`.execute(db);
  return rows;
}

export async function countItems(db: Executor, id: string, outcome: TransferOutcome): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from transfer_items
    where transfer_id = ${id} and outcome = ${outcome}`.execute(db);
  return rows[0]!.count;
}

/** What is still to be done, as a run reads it. */
export interface WorkItem {
  number: number;
  document_id: string | null;
  remote_id: RemoteId;
  kind: 'file' | 'folder' | 'native';
  path: string;
  name: string;
  mime_type: string | null;
  size: number | null;
  revision: string;
  hashes: Hashes;
  remote_modified_at: Date | null;
  export_type: string | null;
  new_name: string | null;
  new_remote_id: RemoteId | null;
  new_revision: string | null;
  arrived: boolean;
  attempts: number;
  /** Of the folder it is in, at the destination. */
  parent_number: number | null;
  parent_remote_id: RemoteId | null;
  parent_path: string | null;
  parent_outcome: TransferOutcome | null;
}

/** Those that may be tried now, in order; folders only once the folder around them is settled. */
export async function waitingItems(
  db: Executor,
  transferId: string,
  kinds: readonly ('file' | 'native' | 'folder')[],
  after: number,
  most: number,
): Promise<WorkItem[]> {
  const { rows } =
    await sql<WorkItem>`select i.number, i.document_id, i.remote_id, i.kind, i.path, i.name, i.mime_type, i.size,
      i.revision, i.hashes, i.remote_modified_at, i.export_type, i.new_name, i.new_remote_id, i.new_revision, i.arrived,
      i.attempts, i.parent_number, p.new_remote_id as parent_remote_id, p.new_path as parent_path, p.outcome as parent_outcome
    from transfer_items i
    left join transfer_items p on p.transfer_id = i.transfer_id and p.number = i.parent_number
    where i.transfer_id = ${transferId} and i.outcome = 'waiting' and i.kind = any(${[...kinds]}) and i.number > ${after}
      and (i.next_try_at is null or i.next_try_at <= now())
      and (p.number is null or p.outcome <> 'waiting')
    order by i.number limit ${most}`.execute(db);
  return rows;
}

/** When the next of those that failed before is due; null where nothing waits. */
export async function nextTryAt(db: Executor, transferId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(coalesce(next_try_at, now())) as at from transfer_items
    where transfer_id = ${transferId} and outcome = 'waiting'`.execute(db);
  return rows[0]!.at;
}
