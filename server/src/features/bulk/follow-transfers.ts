import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { enqueue } from '../../jobs/queue.ts';
import type { LeftOut } from '../my-files/index.ts';
import { addLeftOut, type BulkRow } from './bulk-row.ts';
import { bulkJob, maxAttempts } from './start-bulk.ts';

/** The delay while any of them runs, and while all of them wait for the person. */
const [soonMs, laterMs] = [1_500, 30_000];

/** Schedules the next check of the batch's transfers. */
export async function waitForTransfers(tx: Executor, { id, transfer_ids }: BulkRow): Promise<void> {
  const { rows } = await sql<{ running: boolean }>`select exists (select 1 from transfers
    where id = any(${transfer_ids}::uuid[]) and status <> 'paused') as running`.execute(tx);
  const delayMs = rows[0]!.running ? soonMs : laterMs;
  await enqueue(tx, bulkJob, { id }, { queue: `bulk ${id}`, key: `bulk follow ${id}`, maxAttempts, delayMs });
}

/**
 * Once all transfers have ended, adds their figures to the batch and makes their results undoable. Returns null if they
 * have not ended, else the problem if nothing was transferred at all.
 */
export async function settleTransfers(tx: Executor, batch: BulkRow): Promise<null | { problem: string | null }> {
  const ids = batch.transfer_ids ?? [];
  const { rows } = await sql<{ open: boolean; done: number; problem: string | null }>`select
      coalesce(bool_or(t.status in ('pending', 'running', 'paused') or t.status = 'cancelled' and exists
        (select 1 from transfer_items i where i.transfer_id = t.id and i.outcome = 'waiting')), false) as open,
      coalesce(sum(t.processed), 0)::bigint as done,
      min(t.problem) filter (where t.status = 'failed') as problem
    from transfers t where t.id = any(${ids}::uuid[])`.execute(tx);
  const { open, done, problem } = rows[0]!;
  if (open) return null;
  if (batch.action === 'copy') await noteCopies(tx, batch.id, ids);
  await sql`update bulk_batches set total = ${batch.total}, processed = ${batch.processed}, changed = ${batch.changed},
    transfer_ids = '{}' where id = ${batch.id}`.execute(tx);
  await addLeftOut(tx, batch, await leftOutOf(tx, ids));
  return { problem: done === 0 ? problem : null };
}

/**
 * Records the topmost new documents; everything below a new folder came with it. Changes are undone last first, so that
 * a file in an existing folder is removed before what is around it.
 */
async function noteCopies(tx: Executor, batchId: string, ids: readonly string[]): Promise<void> {
  await sql`insert into bulk_changes (batch_id, document_id, kind)
    select ${batchId}, d.id, 'copied' from transfers t join transfer_items i on i.transfer_id = t.id
      left join transfer_items p on p.transfer_id = t.id and p.number = i.parent_number
      join documents d on d.account_id = t.to_account_id and d.remote_id = i.new_remote_id and d.deleted_at is null
    where t.id = any(${[...ids]}::uuid[]) and i.outcome = 'transferred' and i.is_new and p.is_new is not true
    order by t.id, i.number`.execute(tx);
}

const maxReasons = 50;

/** Groups reasons that name one document with all similar ones. Items canceled by a person don't count as left out. */
async function leftOutOf(tx: Executor, ids: readonly string[]): Promise<LeftOut[]> {
  const { rows } = await sql<LeftOut>`select case
      when i.outcome = 'identical' then 'The same file was already there.'
      when i.outcome in ('cancelled', 'waiting') then coalesce(t.problem, 'The transfer ended early.')
      when i.outcome = 'skipped' and coalesce(i.reason, '“') like '%“%' then 'The folder already has something with the same name.'
      when coalesce(i.reason, '“') like '%“%' then 'They couldn’t be transferred.'
      else i.reason end as reason, count(*) as count
    from transfers t join transfer_items i on i.transfer_id = t.id
    where t.id = any(${[...ids]}::uuid[]) and i.outcome <> 'transferred'
      and (t.status <> 'cancelled' or i.outcome not in ('cancelled', 'waiting'))
    group by 1 order by 2 desc limit ${maxReasons}`.execute(tx);
  return rows;
}
