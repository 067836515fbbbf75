import type { BulkAction, BulkBatch, SharePermission } from '@sheaf/contract';
import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Asked, Member } from '../../http/viewer.ts';
import type { Filters } from '../documents/index.ts';
import type { LeftOut, MoveTarget } from '../my-files/index.ts';

/** The parameters of an action. */
export interface BulkChange {
  add_labels: string[];
  remove_labels: string[];
  add_collections: string[];
  remove_collections: string[];
  inviting_ids: string[];
  permission?: SharePermission;
  /** For `move` and `copy` only. */
  parent_id: string | null;
  account_id?: string;
  on_conflict: MoveTarget['on_conflict'];
  /** For `keep_one` only. */
  keep: 'newest' | 'oldest';
}

export interface BulkRow {
  id: string;
  organization_id: string;
  user_id: string;
  /** Null if an older version started it, which did not record this. */
  asked_from: Asked | null;
  query: Filters;
  action: BulkAction;
  change: BulkChange;
  names: string[];
  status: BulkBatch['status'];
  total: number;
  processed: number;
  changed: number;
  left_out: number;
  /** The number of documents for each reason. */
  left_out_reasons: Record<string, number>;
  /** As texts, since timestamps are more precise than JavaScript dates. */
  position_at: string;
  position: string;
  up_to: string;
  /** Why it ended early, or what its transfers are waiting for. */
  problem: string | null;
  /**
   * The transfers for copies, and for documents moved from other accounts. Null: not started yet; empty once their
   * results are recorded here.
   */
  transfer_ids: string[] | null;
  has_changes: boolean;
  created_at: Date;
  finished_at: Date | null;
}

/** SQL: adds the figures of the batch's transfers to its own. */
const withTransfers = (own: RawBuilder<unknown>, figure: RawBuilder<unknown>) =>
  sql`${own} + coalesce((select sum(${figure}) from transfers t where t.id = any(b.transfer_ids)), 0)::int`;
const planned = sql`case t.phase when 'planning' then greatest(t.total, cardinality(t.document_ids)) else t.total end`;
const done = sql`t.processed - t.failed - t.skipped - t.identical`;
const waitsFor = sql`(select min(t.problem) from transfers t
  where t.id = any(b.transfer_ids) and t.status in ('pending', 'running', 'paused'))`;

const columns = sql`b.id, b.organization_id, b.user_id, b.asked_from, b.query, b.action, b.change, b.names, b.status,
  ${withTransfers(sql`b.total`, planned)} as total, ${withTransfers(sql`b.processed`, sql`t.processed`)} as processed,
  ${withTransfers(sql`b.changed`, done)} as changed, b.left_out, b.left_out_reasons, b.position_at::text as position_at,
  b.position, b.up_to, b.created_at, b.finished_at, coalesce(b.problem, ${waitsFor}) as problem, b.transfer_ids,
  exists (select 1 from bulk_changes c where c.batch_id = b.id) as has_changes`;

/** Finds a batch of the viewer's own, in the organization of the request. */
export const findBatch = (db: Executor, { id: userId, membership }: Member, id: string): Promise<BulkRow | undefined> =>
  findAnyBatch(db, id, sql`b.user_id = ${userId} and b.organization_id = ${membership.organizationId}`);

export async function findAnyBatch(db: Executor, id: string, whose = sql`true`): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`select ${columns} from bulk_batches b where b.id = ${id} and ${whose}`.execute(
    db,
  );
  return rows[0];
}

/** Locks the batch, so that other workers with the same batch wait for the end of the transaction. */
export async function lockBatch(tx: Executor, id: string): Promise<BulkRow | undefined> {
  const { rows } = await sql<BulkRow>`select ${columns} from bulk_batches b where b.id = ${id} for update of b`.execute(
    tx,
  );
  return rows[0];
}

/** Requires the lock of the batch. */
export async function addLeftOut(
  tx: Executor,
  { id, left_out_reasons }: BulkRow,
  leftOut: readonly LeftOut[],
): Promise<void> {
  if (leftOut.length === 0) return;
  const reasons = { ...left_out_reasons };
  for (const { reason, count } of leftOut) reasons[reason] = (reasons[reason] ?? 0) + count;
  const total = leftOut.reduce((sum, { count }) => sum + count, 0);
  await sql`update bulk_batches set left_out = left_out + ${total}, left_out_reasons = ${JSON.stringify(reasons)}::jsonb
    where id = ${id}`.execute(tx);
}

const maxListed = 20;

export async function recentBatches(db: Executor, viewer: Member): Promise<BulkRow[]> {
  const { rows } = await sql<BulkRow>`select ${columns} from bulk_batches b
    where b.user_id = ${viewer.id} and b.organization_id = ${viewer.membership.organizationId}
      and (b.finished_at is null or b.finished_at > now() - interval '1 hour')
    order by b.id desc limit ${sql.lit(maxListed)}`.execute(db);
  return rows;
}

/** Notifies open event streams of a change, with the commit. */
export async function notifyBatch(tx: Executor, { organization_id, user_id, id }: BulkRow): Promise<void> {
  await sql`select pg_notify('sheaf_bulk', ${`${organization_id} ${user_id} ${id}`})`.execute(tx);
}

/** Whether transfers of the batch are in progress or have not been recorded yet. */
export const isFollowing = ({ transfer_ids }: BulkRow): boolean => transfer_ids !== null && transfer_ids.length > 0;

export const presentBatch = (row: BulkRow): BulkBatch => ({
  id: row.id,
  action: row.action,
  status: row.status,
  total: row.total,
  processed: row.processed,
  changed: row.changed,
  left_out: row.left_out,
  left_out_reasons: Object.entries(row.left_out_reasons)
    .map(([reason, count]) => ({ reason, count }))
    .sort((a, b) => b.count - a.count),
  problem: row.problem,
  names: row.names,
  can_undo: row.finished_at !== null && row.has_changes && !isFollowing(row),
  created_at: row.created_at.toISOString(),
  finished_at: row.finished_at?.toISOString() ?? null,
});
