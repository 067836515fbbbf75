import type { Hashes, RemoteId } from '@sheaf/connectors';
import type { Transfer, TransferItem, TransferOutcome } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import { oneByOne } from '../../db/plan-hints.ts';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import { type LeasedRow, leasedRow } from '../../jobs/lease.ts';
import { enqueue, enqueueSelected, hasLiveJob, jobType } from '../../jobs/queue.ts';
import { maxBefore } from '../../jobs/turns.ts';
import { sealedTable } from '../../platform/secrets/sealed-table.ts';

export const sealedTransferUploads = sealedTable(
  'transfer_uploads',
  (id, secrets) => sql`update transfer_uploads set secrets = ${secrets} where id = ${id}`,
);

export const transferJob = jobType<{ transferId: string }>('transfers.run');

const maxAttempts = 100;

/** Adds the job that starts a transfer, resumes it, or cleans up after it. */
export async function enqueueTransfer(
  tx: Executor,
  id: string,
  when: { runAt?: Date; delayMs?: number } = {},
): Promise<void> {
  const workspace = sql<string>`(select organization_id from transfers where id = ${id})`;
  const turn = { workspace, before: othersOpen(workspace, sql`${id}`) };
  await enqueue(tx, transferJob, { transferId: id }, { queue: `transfer ${id}`, maxAttempts, turn, ...when });
}

/** SQL: the number of other pending or running transfers of a workspace. */
const othersOpen = (organizationId: RawBuilder<unknown>, id: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from (select from transfers o where o.organization_id = ${organizationId} and o.id <> ${id}
    and o.status in ('pending', 'running') limit ${sql.lit(maxBefore)}) found)`;

/** Adds jobs for transfers that have work left but no job, oldest first. Returns how many. */
export function enqueueStuckTransfers(db: Executor, max: number): Promise<number> {
  const queue = sql<string>`'transfer ' || t.id`;
  const isUncleared = sql`t.status = 'cancelled' and t.finished_at > now() - interval '7 days'
    and exists (select 1 from transfer_items i where i.transfer_id = t.id and i.outcome = 'waiting')`;
  const stuck = sql<{ payload: { transferId: string }; queue: string }>`
    select json_build_object('transferId', t.id) as payload, ${queue} as queue, t.organization_id,
      row_number() over (partition by t.organization_id order by t.id) - 1 as before from transfers t
    where (t.status in ('pending', 'running') or ${isUncleared}) and not ${hasLiveJob(queue)} order by t.id limit ${max}`;
  const turn = { workspace: sql<string>`r.organization_id`, before: sql<number>`r.before` };
  return enqueueSelected(db, transferJob, stuck, { maxAttempts, turn });
}

/** Sends open event streams the change of the transfer; arrives with the commit. */
export async function notifyTransfer(tx: Executor, id: string): Promise<void> {
  await sql`select pg_notify('sheaf_transfer', organization_id || ' ' || user_id || ' ' || id)
    from transfers where id = ${id}`.execute(tx);
}

export interface TransferRow {
  id: string;
  organization_id: string;
  user_id: string;
  from_account_id: string;
  from_owner: string;
  from_source: string;
  from_name: string;
  from_display_name: string | null;
  from_status: string;
  to_account_id: string;
  to_owner: string;
  to_source: string;
  to_name: string;
  to_display_name: string | null;
  to_status: string;
  to_folder_id: RemoteId | null;
  to_folder_name: string | null;
  to_folder_document: string | null;
  /** The name of the first chosen item, once it is planned. */
  first_name: string | null;
  not_transferable: number;
  mode: Transfer['mode'];
  on_conflict: Transfer['on_conflict'];
  selection_type: 'selected' | 'all';
  /** Whether everything was chosen, including what isn't synced. */
  everything: boolean;
  /** The number of files found so far, while the account is being listed. */
  listed: number | null;
  /** The number of selected documents. */
  chosen: number;
  status: Transfer['status'];
  phase: Transfer['phase'];
  problem: string | null;
  resumes_at: Date | null;
  total: number;
  processed: number;
  failed: number;
  skipped: number;
  identical: number;
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

const shown = sql`t.id, t.organization_id, t.user_id, t.from_account_id, t.to_account_id, t.to_folder_id, t.to_folder_name, t.mode,
  t.on_conflict, t.selection_type, t.everything, cardinality(t.document_ids) as chosen, t.status, t.phase, t.problem, t.resumes_at, t.total, t.processed, t.failed, t.skipped, t.identical,
  t.total_bytes, t.bytes, t.bytes_under_way, t.rate, t.plan_cursor, t.stalled, t.repeat, t.next_run_at, t.created_at,
  t.started_at, t.finished_at, f.user_id as from_owner, f.source as from_source, f.name as from_name, f.display_name as from_display_name, f.status as from_status,
  d.user_id as to_owner, d.source as to_source, d.name as to_name, d.display_name as to_display_name, d.status as to_status,
  (select x.id from documents x where x.account_id = t.to_account_id and x.remote_id = t.to_folder_id
    and x.gone_at is null and x.deleted_at is null) as to_folder_document,
  case when t.phase = 'planning' and t.plan_cursor->>'step' = 'list' then
    (select l.files from transfer_listings l where l.id = (t.plan_cursor->>'listing')::uuid) end as listed,
  (select i.name from transfer_items i where i.transfer_id = t.id and i.number = 1) as first_name,
  case when t.skipped = 0 then 0 else (select count(*) from transfer_items i
    where i.transfer_id = t.id and i.outcome = 'not_transferable') end as not_transferable`;
const joined = sql`transfers t join source_accounts f on f.id = t.from_account_id and f.removed_at is null
  join source_accounts d on d.id = t.to_account_id and d.removed_at is null`;
const isOpen = sql`t.status in ('pending', 'running', 'paused')`;

/** Transfers of an account that is being removed are hidden. */
const ofMember = ({ id, membership: { organizationId, hidden } }: Member) =>
  sql`t.organization_id = ${organizationId} and t.user_id = ${id} and t.from_account_id <> all(${hidden.removed}::uuid[])
    and t.to_account_id <> all(${hidden.removed}::uuid[])`;

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

/** Runs of a transfer are sequential: the process that starts or takes one over holds its lease. */
export const transferLease = (id: string): LeasedRow =>
  leasedRow(
    sql`update transfers set run_token = run_token + 1 where id = ${id} returning run_token`,
    (locking) => sql`select run_token from transfers where id = ${id} ${locking}`,
  );

/** Serializes changes of the transfer's state. */
export async function lockTransfer(tx: Executor, viewer: Member, id: string): Promise<TransferRow | undefined> {
  const { rows } = await sql<TransferRow>`select ${shown} from ${joined}
    where t.id = ${id} and ${ofMember(viewer)} for update of t`.execute(tx);
  return rows[0];
}

export interface Listed {
  status?: Transfer['status'];
  mode?: Transfer['mode'];
  /** Created at this time or later. */
  since?: string;
  per_page: number;
  offset: number;
}

const matching = (viewer: Member, { status, mode, since }: Omit<Listed, 'per_page' | 'offset'>) => {
  const conditions = [
    ofMember(viewer),
    ...(status ? [status === 'pending' ? isOpen : sql`t.status = ${status}`] : []),
    ...(mode ? [sql`t.mode = ${mode}`] : []),
    ...(since ? [sql`t.created_at >= ${since}`] : []),
  ];
  return sql.join(conditions, sql` and `);
};

export async function listTransfers(db: Executor, viewer: Member, asked: Listed) {
  const where = matching(viewer, asked);
  const { rows } = await sql<TransferRow & { total_rows: number }>`select ${shown},
      (select count(*) from transfers t where ${where}) as total_rows
    from ${joined} where ${where} order by t.id desc limit ${asked.per_page} offset ${asked.offset}`.execute(db);
  return rows;
}

export async function countTransfers(
  db: Executor,
  viewer: Member,
  asked: Omit<Listed, 'per_page' | 'offset'>,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from transfers t
    where ${matching(viewer, asked)}`.execute(db);
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
  /** Some of its bytes may be in transit. */
  in_progress: boolean;
}

const itemColumns = sql`number, document_id, kind, path, new_path, size, outcome, reason, hash_algorithm, source_hash,
  destination_hash, attempts, finished_at,
  exists (select from transfer_uploads u where u.transfer_id = transfer_items.transfer_id
    and u.number = transfer_items.number) as in_progress`;

/** In order; with one result or any, from a number on. */
export async function listItems(
  db: Executor,
  id: string,
  asked: { outcome?: TransferOutcome; per_page: number; offset?: number; after?: number },
): Promise<ItemRow[]> {
  // A page far from the start is counted along an index, without reading the rows before it.
  const { rows } = await sql<ItemRow>`select ${itemColumns} from transfer_items
    where transfer_id = ${id} and number = any(array(select number from transfer_items
      where transfer_id = ${id} and number > ${asked.after ?? 0}
        ${asked.outcome ? sql`and outcome = ${asked.outcome}` : sql``}
      order by number limit ${asked.per_page} offset ${asked.offset ?? 0}))
    order by number`.execute(db);
  return rows;
}

export async function countItems(db: Executor, id: string, outcome: TransferOutcome): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from transfer_items
    where transfer_id = ${id} and outcome = ${outcome}`.execute(db);
  return rows[0]!.count;
}

/** An item still to be transferred, as a run reads it. */
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
  /** The number of its folder at the destination. */
  parent_number: number | null;
  parent_remote_id: RemoteId | null;
  parent_path: string | null;
  parent_outcome: TransferOutcome | null;
  parent_is_new: boolean | null;
}

/**
 * The remaining items, in order. With `due`, only those that may be tried now; folders only once their parent is
 * settled.
 */
export async function waitingItems(
  db: Executor,
  transferId: string,
  kinds: readonly ('file' | 'native' | 'folder')[],
  { after, max, due = true }: { after: number; max: number; due?: boolean },
): Promise<WorkItem[]> {
  const { rows } =
    await sql<WorkItem>`select i.number, i.document_id, i.remote_id, i.kind, i.path, i.name, i.mime_type, i.size,
      i.revision, i.hashes, i.remote_modified_at, i.export_type, i.new_name, i.new_remote_id, i.new_revision, i.arrived,
      i.attempts, i.parent_number, p.new_remote_id as parent_remote_id, p.new_path as parent_path, p.outcome as parent_outcome,
      p.is_new as parent_is_new
    from ${withFolder}
    where i.transfer_id = ${transferId} and i.outcome = 'waiting' and i.kind = any(${[...kinds]}) and i.number > ${after}
      and (not ${due} or (i.next_try_at is null or i.next_try_at <= now()) and ${folderIsSettled})
    order by i.number limit ${max}`.execute(db);
  return rows;
}

const withFolder = sql`transfer_items i left join lateral (select * from transfer_items f
  where f.transfer_id = i.transfer_id and f.number = i.parent_number ${oneByOne}) p on true`;
const folderIsSettled = sql`(p.number is null or p.outcome <> 'waiting')`;

/** When the next failed item is due; items that wait for their folder come after that. Null if nothing waits. */
export async function nextTryAt(db: Executor, transferId: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`select min(coalesce(i.next_try_at, now())) as at from ${withFolder}
    where i.transfer_id = ${transferId} and i.outcome = 'waiting' and ${folderIsSettled}`.execute(db);
  return rows[0]!.at;
}

/** Updates the counters from the items. */
export async function recountItems(tx: Executor, id: string): Promise<void> {
  await sql`update transfers set (total, processed, failed, skipped, identical, total_bytes, bytes) = (
      select count(*), count(*) filter (where outcome in ('transferred', 'identical', 'skipped', 'failed')),
        count(*) filter (where outcome = 'failed'), count(*) filter (where outcome in ('skipped', 'not_transferable')),
        count(*) filter (where outcome = 'identical'), coalesce(sum(size), 0),
        coalesce(sum(size) filter (where outcome in ('transferred', 'identical')), 0)
      from transfer_items where transfer_id = ${id})
    where id = ${id}`.execute(tx);
}
