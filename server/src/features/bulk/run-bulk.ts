import type { BulkAction } from '@sheaf/contract';
import { sql } from 'kysely';
import { type OwnerScope, ownedIn } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';
import { refreshStatistics } from '../../db/refresh-statistics.ts';
import { AppError } from '../../errors.ts';
import { findMember } from '../../http/find-viewer.ts';
import type { Member } from '../../http/viewer.ts';
import { enqueueSelected, hasLiveJob, jobType, onJob } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import type { Services } from '../../services.ts';
import { isSeen, seenInOrder } from '../access/index.ts';
import { conditionsOf } from '../documents/index.ts';
import { lockDuplicates, placeToAdd } from '../my-files/index.ts';
import { cancelTransfers } from '../transfers/index.ts';
import { applyAction } from './apply-action.ts';
import { batchConditions } from './batch-conditions.ts';
import { addLeftOut, type BulkRow, isFollowing, lockBatch, notifyBatch } from './bulk-row.ts';
import { settleTransfers, waitForTransfers } from './follow-transfers.ts';
import { bulkJob, isRelocation, maxAttempts, refuseForbidden } from './start-bulk.ts';
import { startTransfers } from './start-transfers.ts';
import { undoSlice } from './undo-slice.ts';

/** Every minute: enqueues batches whose job was lost or has used up its tries. */
export const resumeBulk = onJob(
  jobType<object>('documents.resume-bulk'),
  async (_, { db }) => {
    const queue = sql<string>`'bulk ' || b.id`;
    await enqueueSelected(
      db,
      bulkJob,
      sql`select json_build_object('id', b.id) as payload, ${queue} as queue from bulk_batches b
        where (b.status in ('running', 'undoing') or b.transfer_ids <> '{}') and not ${hasLiveJob(queue)}`,
      { maxAttempts },
    );
  },
  '* * * * *',
);

/** Daily: deletes batches that ended more than a day ago; they can no longer be undone. */
export const deleteExpiredBulk = onSlicedJob(
  jobType<object>('documents.forget-bulk'),
  async ({ db }) => {
    const expired = sql`select id from bulk_batches where finished_at < now() - interval '1 day'`;
    const changes = await sql`delete from bulk_changes where number in (
      select number from bulk_changes where batch_id in (${expired}) limit 10000)`.execute(db);
    if (changes.numAffectedRows !== 0n) return true;
    await sql`delete from bulk_batches where id in (${expired})`.execute(db);
    return false;
  },
  '53 3 * * *',
);

/** Deletes up to `max` recorded changes of a member or an organization that is being removed; returns how many. */
export async function deleteBulkBatch(tx: Executor, whose: OwnerScope, max: number): Promise<number> {
  const changes = await sql`delete from bulk_changes where number in (
    select c.number from bulk_batches b join bulk_changes c on c.batch_id = b.id
    where ${ownedIn(whose, 'b')} limit ${max})`.execute(tx);
  return Number(changes.numAffectedRows);
}

/** The size of a slice. Another change of the same documents waits for one slice at most. */
const atOnce = (action: BulkAction): number => (action === 'move' ? 200 : 300);

/**
 * Each slice is one transaction under the lock of the batch, which also stores the position where it ended. So a killed
 * batch resumes there, and two workers with the same batch take turns.
 */
export const runBulk = onSlicedJob(bulkJob, async (services, { id }) => {
  const { db } = services;
  try {
    const slice = await db.transaction().execute((tx) => workOn(services, tx, id));
    if (slice && isMilestone(slice)) await refreshStatistics(services, ...changedTables[slice.action]);
    return slice !== null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // The slice was rolled back, and another try would end the same way.
    await db.transaction().execute((tx) => fail(tx, id, problemOf(error)));
    return false;
  }
});

interface Slice {
  action: BulkAction;
  /** The number of documents processed before and after it. */
  from: number;
  to: number;
}

/** At 1,000 documents, 10,000 and so on, when PostgreSQL's statistics have become far too old. */
const isMilestone = ({ from, to }: Slice): boolean =>
  to >= 1000 && Math.floor(Math.log10(to)) > Math.floor(Math.log10(Math.max(from, 1)));

const changedTables = {
  tag: ['label_documents', 'collection_documents'],
  star: ['starred_documents'],
  unstar: ['starred_documents'],
  delete: ['documents', 'document_access'],
  share: ['document_access'],
  move: ['documents', 'document_access'],
  copy: ['documents', 'document_access'],
  keep_one: ['documents', 'document_access'],
} as const satisfies Record<BulkAction, unknown>;

/** Returns null if there is nothing left to do. */
async function workOn(services: Services, tx: Executor, id: string): Promise<Slice | null> {
  const batch = await lockBatch(tx, id);
  if (!batch) return null;
  if (batch.status !== 'running' && batch.status !== 'undoing') {
    if (isFollowing(batch)) await follow(tx, batch);
    return null;
  }
  const viewer = await findMember(tx, {
    organizationId: batch.organization_id,
    userId: batch.user_id,
    asked: batch.asked_from,
  });
  if (!viewer) return end(tx, id, 'failed');
  if (batch.status === 'running') return goOn(services, tx, viewer, batch);
  const { undone, leftOut } = await undoSlice(services, tx, viewer, id, atOnce(batch.action));
  if (undone === 0) return end(tx, id, 'undone');
  await addLeftOut(tx, batch, leftOut);
  await sql`update bulk_batches set processed = processed + ${undone} where id = ${id}`.execute(tx);
  await notifyBatch(tx, batch);
  return sliceOf(batch, undone);
}

const sliceOf = ({ action, processed }: BulkRow, more: number): Slice => ({
  action,
  from: processed,
  to: processed + more,
});

async function goOn(services: Services, tx: Executor, viewer: Member, batch: BulkRow): Promise<Slice | null> {
  refuseForbidden(viewer, batch.action);
  if (batch.transfer_ids !== null) return finish(tx, batch);
  if (batch.action === 'keep_one') await lockDuplicates(tx, viewer);
  const slice = batch.action === 'copy' ? [] : await nextSlice(services, tx, viewer, batch);
  const last = slice.at(-1);
  if (!last && isRelocation(batch.action)) {
    await startTransfers(services, tx, viewer, batch);
    await notifyBatch(tx, batch);
    return sliceOf(batch, 0);
  }
  if (!last) return end(tx, batch.id, 'completed');
  const ids = slice.map(({ id }) => id);
  const chosen = batch.action === 'move' ? await outermost(services, tx, viewer, batch, ids) : ids;
  const { changed, leftOut } = await applyAction(services, tx, viewer, batch, chosen);
  await sql`update bulk_batches set processed = processed + ${ids.length}, changed = changed + ${changed},
      position_at = ${last.key}::timestamptz, position = ${last.id}
    where id = ${batch.id}`.execute(tx);
  await addLeftOut(tx, batch, leftOut);
  await notifyBatch(tx, batch);
  return sliceOf(batch, ids.length);
}

async function finish(tx: Executor, batch: BulkRow): Promise<null> {
  if (!isFollowing(batch)) return end(tx, batch.id, 'completed');
  const ended = await follow(tx, batch);
  if (!ended) return null;
  const { problem } = ended;
  return problem ? end(tx, batch.id, 'failed', problem) : end(tx, batch.id, 'completed');
}

/** Returns null if transfers have not ended; the batch checks again soon. */
async function follow(tx: Executor, batch: BulkRow): ReturnType<typeof settleTransfers> {
  const ended = await settleTransfers(tx, batch);
  if (!ended) await waitForTransfers(tx, batch);
  await notifyBatch(tx, batch);
  return ended;
}

/** Reads what the viewer sees now, along the index of lists by time. */
async function nextSlice(
  { memory }: Services,
  tx: Executor,
  viewer: Member,
  batch: BulkRow,
): Promise<{ id: string; key: string }[]> {
  const conditions = await batchConditions({ db: tx, memory }, viewer, batch);
  // Documents elsewhere are transferred afterwards.
  const isThere =
    batch.action === 'move' ? sql`and a.account_id = ${(await placeToAdd(tx, viewer, batch.change)).accountId}` : sql``;
  const page = seenInOrder(viewer, {
    columns: sql`a.document_id, a.modified_at`,
    where: sql`${conditions} and a.document_id <= ${batch.up_to}
      and (a.modified_at, a.document_id) > (${batch.position_at}::timestamptz, ${batch.position}::uuid) ${isThere}`,
    order: sql`a.modified_at, a.document_id`,
    limit: atOnce(batch.action),
  });
  const { rows } = await sql<{ id: string; key: string }>`select a.document_id as id, a.modified_at::text as key
    from (${page}) a order by a.modified_at, a.document_id`.execute(tx);
  return rows;
}

/** Leaves out documents below other documents of the list, since they move with their folder. */
async function outermost(
  { memory }: Services,
  tx: Executor,
  viewer: Member,
  { query }: BulkRow,
  ids: readonly string[],
): Promise<string[]> {
  const conditions = await conditionsOf({ db: tx, memory }, viewer, query);
  const { rows } = await sql<{
    id: string;
  }>`select chosen.id from unnest(${[...ids]}::uuid[]) chosen (id) where not exists (
      with recursive up (id) as (
        select d.parent_id from documents d where d.id = chosen.id and d.parent_id is not null
        union
        select d.parent_id from up join documents d on d.id = up.id where d.parent_id is not null)
      select from up join document_access a on a.document_id = up.id where ${isSeen(viewer)} and ${conditions})`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

/** The message of a request is about the thing it names; this one is for a person who looks later. */
const problemOf = ({ code, message }: AppError): string =>
  code === 'not_found' ? 'The folder was deleted or moved, or you no longer have access to it.' : message;

async function fail(tx: Executor, id: string, problem: string): Promise<void> {
  const batch = await lockBatch(tx, id);
  if (batch && isFollowing(batch)) {
    const { organization_id: organizationId, user_id: userId, asked_from: asked } = batch;
    const viewer = await findMember(tx, { organizationId, userId, asked });
    if (viewer) await cancelTransfers(tx, viewer, batch.transfer_ids!);
    await waitForTransfers(tx, batch);
  }
  await end(tx, id, 'failed', problem);
}

async function end(
  tx: Executor,
  id: string,
  status: 'completed' | 'failed' | 'undone',
  problem: string | null = null,
): Promise<null> {
  await sql`update bulk_batches set status = ${status}, finished_at = now(), problem = ${problem}
    where id = ${id} and status in ('running', 'undoing')`.execute(tx);
  const batch = await lockBatch(tx, id);
  if (batch) await notifyBatch(tx, batch);
  return null;
}
