import { type BulkAction, type BulkBatch, limits, may } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError, notFound, wrongField } from '../../errors.ts';
import { askedBy, type Member } from '../../http/viewer.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { countSeen } from '../access/index.ts';
import type { Filters } from '../documents/index.ts';
import { mustTakeMoved } from '../my-files/index.ts';
import { mustBeInvitable } from '../sharing/index.ts';
import { collectionTags, labelTags, mustHaveTags } from '../tags/index.ts';
import { cancelTransfers } from '../transfers/index.ts';
import { batchConditions } from './batch-conditions.ts';
import {
  type BulkChange,
  findBatch,
  isFollowing,
  lockBatch,
  notifyBatch,
  presentBatch,
  recentBatches,
} from './bulk-row.ts';

export const bulkJob = jobType<{ id: string }>('documents.bulk');
export const maxAttempts = 25;
/** Batches in progress per person. */
const maxOpen = 10;

/** Whether the action puts documents into a folder. */
export const isRelocation = (action: BulkAction): boolean => action === 'move' || action === 'copy';

type Asked = BulkChange & { query: Filters; action: BulkAction };

export async function startBulk(services: Services, viewer: Member, given: Asked): Promise<BulkBatch> {
  const { query, action, ...change } = given;
  const asked = { query, action, change };
  const id = newId();
  return services.db.transaction().execute(async (tx) => {
    refuseForbidden(viewer, action);
    await mustBeKnown(services, tx, viewer, action, change);
    await refuseTooMany(tx, viewer);
    const total = await countDocuments(services, tx, viewer, asked);
    if (action === 'star' && total > limits.starsEach)
      throw new AppError('conflict', `You can star up to ${limits.starsEach.toLocaleString('en')} documents.`);
    await sql`insert into bulk_batches (id, organization_id, user_id, asked_from, query, action, change, names, total, up_to)
      values (${id}, ${viewer.membership.organizationId}, ${viewer.id}, ${JSON.stringify(askedBy(viewer))}::jsonb,
        ${JSON.stringify(query)}::jsonb, ${action},
        ${JSON.stringify(change)}::jsonb, ${await namesOf(tx, action, change)}::text[], ${total}, ${newId()})`.execute(
      tx,
    );
    return queued(tx, viewer, id);
  });
}

/** Checked again for every slice, since the person may have become a guest. */
export function refuseForbidden({ membership: { role } }: Member, action: BulkAction): void {
  if (action === 'share' && !may(role, 'documents.share'))
    throw new AppError('forbidden', 'Guests can’t share documents.');
}

async function mustBeKnown(
  services: Services,
  tx: Executor,
  viewer: Member,
  action: BulkAction,
  change: BulkChange,
): Promise<void> {
  const { add_labels, remove_labels, add_collections, remove_collections, inviting_ids } = change;
  await mustHaveTags(tx, viewer, labelTags, { add_labels, remove_labels });
  await mustHaveTags(tx, viewer, collectionTags, { add_collections, remove_collections });
  await mustBeInvitable(tx, viewer, inviting_ids);
  if (isRelocation(action)) await mustTakeMoved(services, tx, viewer, change);
  const tags = [add_labels, remove_labels, add_collections, remove_collections].flat();
  if (action === 'tag' && tags.length === 0) throw wrongField('add_labels', 'Choose at least one');
  if (action === 'share' && inviting_ids.length === 0) throw wrongField('inviting_ids', 'Choose at least one');
}

async function refuseTooMany(tx: Executor, viewer: Member): Promise<void> {
  const { organizationId } = viewer.membership;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bulk ${organizationId} ${viewer.id}`}, 0))`.execute(tx);
  const { rows } = await sql<{ open: number }>`select count(*) as open from bulk_batches
    where organization_id = ${organizationId} and user_id = ${viewer.id} and status in ('running', 'undoing')`.execute(
    tx,
  );
  if (rows[0]!.open >= maxOpen)
    throw new AppError('conflict', `${maxOpen} actions are in progress. Wait for one to end, or cancel it.`);
}

async function countDocuments(
  { memory }: Services,
  tx: Executor,
  viewer: Member,
  asked: Parameters<typeof batchConditions>[2],
): Promise<number> {
  const { rows } = await sql<{
    total: number;
  }>`${countSeen(viewer, await batchConditions({ db: tx, memory }, viewer, asked))}`.execute(tx);
  return rows[0]!.total;
}

async function namesOf(tx: Executor, action: BulkAction, change: BulkChange): Promise<string[]> {
  if (isRelocation(action)) return folderName(tx, change);
  const { add_labels, remove_labels, add_collections, remove_collections, inviting_ids } = change;
  const ids = [add_labels, remove_labels, add_collections, remove_collections, inviting_ids].flat();
  const { rows } = await sql<{ name: string }>`select name from labels where id = any(${ids}::uuid[])
    union all select name from collections where id = any(${ids}::uuid[])
    union all select name from users where id = any(${ids}::uuid[])
    union all select name from groups where id = any(${ids}::uuid[])`.execute(tx);
  return rows.map(({ name }) => name);
}

/** The name of the folder, or of the account if it is the top level. */
async function folderName(tx: Executor, { parent_id, account_id }: BulkChange): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from documents where id = ${parent_id}
    union all select coalesce(display_name, name) from source_accounts
      where id = ${account_id ?? null} and ${parent_id === null}`.execute(tx);
  return rows.length > 0 ? rows.map(({ name }) => name) : ['My files'];
}

async function queued(tx: Executor, viewer: Member, id: string): Promise<BulkBatch> {
  await enqueue(tx, bulkJob, { id }, { queue: `bulk ${id}`, maxAttempts });
  return changed(tx, viewer, id);
}

async function changed(tx: Executor, viewer: Member, id: string): Promise<BulkBatch> {
  const row = (await findBatch(tx, viewer, id))!;
  await notifyBatch(tx, row);
  return presentBatch(row);
}

export async function listBulk({ db }: Services, viewer: Member): Promise<BulkBatch[]> {
  return (await recentBatches(db, viewer)).map(presentBatch);
}

export async function getBulk({ db }: Services, viewer: Member, id: string): Promise<BulkBatch> {
  const row = await findBatch(db, viewer, id);
  if (!row) throw notFound('This action');
  return presentBatch(row);
}

/** Cancels a batch between two slices. A batch that has ended stays as it is. */
export async function cancelBulk(services: Services, viewer: Member, id: string): Promise<BulkBatch> {
  await getBulk(services, viewer, id);
  return services.db.transaction().execute(async (tx) => {
    const batch = await lockBatch(tx, id);
    if (batch && isFollowing(batch) && batch.status === 'running') {
      await cancelTransfers(tx, viewer, batch.transfer_ids!);
      await enqueue(tx, bulkJob, { id }, { queue: `bulk ${id}`, maxAttempts });
    }
    // What an undo left out doesn't count for the action itself.
    await sql`update bulk_batches set status = 'cancelled', finished_at = now(),
        left_out = case status when 'undoing' then 0 else left_out end,
        left_out_reasons = case status when 'undoing' then '{}' else left_out_reasons end
      where id = ${id} and status in ('running', 'undoing')`.execute(tx);
    return changed(tx, viewer, id);
  });
}

export async function undoBulk(services: Services, viewer: Member, id: string): Promise<BulkBatch> {
  await getBulk(services, viewer, id);
  return services.db.transaction().execute(async (tx) => {
    const { numAffectedRows } = await sql`update bulk_batches set status = 'undoing', finished_at = null, processed = 0,
        left_out = 0, left_out_reasons = '{}', problem = null,
        asked_from = ${JSON.stringify(askedBy(viewer))}::jsonb,
        total = (select count(*) from bulk_changes where batch_id = ${id})
      where id = ${id} and finished_at is not null
        and cardinality(coalesce(transfer_ids, '{}')) = 0 and exists (select 1 from bulk_changes where batch_id = ${id})`.execute(
      tx,
    );
    if (numAffectedRows === 0n) throw new AppError('conflict', 'There is nothing to undo.');
    return queued(tx, viewer, id);
  });
}
