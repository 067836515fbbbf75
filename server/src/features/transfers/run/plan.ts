import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { refreshStatistics } from '../../../db/refresh-statistics.ts';
import { notifyTransfer, recountItems, type TransferRow } from '../transfers.queries.ts';
import type { Run } from './run-context.ts';

const atOnce = 5_000;
const foldersAtOnce = 200;
/** Items, of a large transfer. */
const many = 1_000;
const nowhere = '00000000-0000-0000-0000-000000000000';

/** How far planning is. `again`: the transfer ran before; what is new or changed joins. */
type Cursor =
  | { step: 'roots'; after: string; again: boolean }
  | { step: 'children'; folder: number; child: string; again: boolean }
  | { step: 'revive' };

export const planAgain: Cursor = { step: 'roots', after: nowhere, again: true };
export const planRetry: Cursor = { step: 'revive' };
const planAnew: Cursor = { step: 'roots', after: nowhere, again: false };

/**
 * Gathers what is to be transferred, a few thousand at a time and each part in one transaction with the place it ends
 * at: progress is seen at once, a killed worker resumes, and memory does not grow with the number of files.
 */
export async function plan(
  { services, lease, transfer, signal }: Run,
  end: number,
): Promise<'planned' | 'paused' | 'time is up'> {
  let cursor = (transfer.plan_cursor as Cursor | null) ?? planAnew;
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
        ${next ? sql`` : sql`, phase = 'folders'`} where id = ${transfer.id} returning status, total`.execute(tx);
      await notifyTransfer(tx, transfer.id);
      return { isDone: !next, isRunning: rows[0]?.status === 'running', total: rows[0]?.total ?? 0 };
    });
    if (isDone && total >= many) await refreshStatistics(services, 'transfer_items');
    if (!isRunning) return 'paused';
    if (isDone) return 'planned';
    if (Date.now() > end) return 'time is up';
  }
}

async function planStep(tx: Executor, transfer: TransferRow, cursor: Cursor): Promise<Cursor | null> {
  if (cursor.step === 'revive') return (await revive(tx, transfer.id)) ? cursor : null;
  if (cursor.step === 'roots') {
    const roots = await addRoots(tx, transfer, cursor.after);
    if (roots.length === atOnce) return { ...cursor, after: roots.at(-1)!.document_id };
    return { step: 'children', folder: 0, child: nowhere, again: cursor.again };
  }
  const { added, lastFolder } = await addChildren(tx, transfer, cursor);
  if (lastFolder === null) return null;
  const last = added.at(-1);
  return added.length === atOnce
    ? { ...cursor, folder: last!.parent_number!, child: last!.document_id }
    : { ...cursor, folder: lastFolder + 1, child: nowhere };
}

interface Added {
  document_id: string;
  parent_number: number | null;
}

const present = sql`d.gone_at is null and d.deleted_at is null`;

function addRoots(tx: Executor, transfer: TransferRow, after: string): Promise<Added[]> {
  const { from_account_id, selection_type, document_ids } = transfer;
  const chosen =
    selection_type === 'all'
      ? sql`select d.*, null::int as parent_number, d.name as full_path from documents d
          where d.account_id = ${from_account_id} and d.parent_id is null and d.id > ${after}::uuid and ${present}
          order by d.id limit ${atOnce}`
      : sql`select d.*, null::int as parent_number, up.path as full_path from documents d
          cross join lateral (${pathTo(sql`d.id`)}) up
          where d.id = any(${document_ids}::uuid[]) and d.account_id = ${from_account_id} and d.id > ${after}::uuid and ${present}
            and not (up.above && ${document_ids}::uuid[]) order by d.id limit ${atOnce}`;
  return add(tx, transfer, chosen);
}

/** The path of a document, and all folders it is in. */
const pathTo = (id: ReturnType<typeof sql>) => sql`with recursive up as (
    select id, parent_id, name::text as path, '{}'::uuid[] as above from documents where id = ${id}
    union all
    select p.id, p.parent_id, p.name || '/' || up.path, up.above || p.id from up join documents p on p.id = up.parent_id
    where not p.id = any(up.above))
  select path, above from up order by cardinality(above) desc limit 1`;

/** What lies in the next folders, in the order of the folders. */
async function addChildren(
  tx: Executor,
  transfer: TransferRow,
  { folder, child }: { folder: number; child: string },
): Promise<{ added: Added[]; lastFolder: number | null }> {
  const { rows: folders } = await sql<{ number: number }>`select number from transfer_items
    where transfer_id = ${transfer.id} and kind = 'folder' and number >= ${folder} order by number limit ${foldersAtOnce}`.execute(
    tx,
  );
  if (folders.length === 0) return { added: [], lastFolder: null };
  const lastFolder = folders.at(-1)!.number;
  const added = await add(
    tx,
    transfer,
    sql`select c.* from transfer_items f
      cross join lateral (select d.*, f.number as parent_number, f.path || '/' || d.name as full_path from documents d
        where d.parent_id = f.document_id and ${present}
          and d.id > (case when f.number = ${folder} then ${child} else ${nowhere} end)::uuid
        order by d.id limit ${atOnce}) c
      where f.transfer_id = ${transfer.id} and f.kind = 'folder' and f.number between ${folder} and ${lastFolder}
      order by c.parent_number, c.id limit ${atOnce}`,
  );
  return { added, lastFolder };
}

const notTransferable = `case when c.kind = 'link' then 'Links and shortcuts can’t be transferred.'
  when c.kind = 'native' and c.exports = '[]' then 'It can only be opened in its own app.' end`;

/** Those that are here from an earlier run wait again only where they changed. */
async function add(tx: Executor, transfer: TransferRow, chosen: ReturnType<typeof sql>): Promise<Added[]> {
  const reason = sql.raw(notTransferable);
  const { rows } = await sql<
    Added & { fresh: boolean; size: number | null; refused: boolean }
  >`with chosen as materialized (${chosen}), written as (
      insert into transfer_items as i (transfer_id, number, parent_number, document_id, remote_id, kind, path, name, mime_type, size,
        revision, hashes, remote_modified_at, export_type, outcome, reason, finished_at)
      select ${transfer.id}, (select coalesce(max(number), 0) from transfer_items where transfer_id = ${transfer.id})
          + (row_number() over (order by c.parent_number, c.id))::int,
        c.parent_number, c.id, c.remote_id, c.kind, c.full_path, c.name, c.mime_type,
        case c.kind when 'file' then c.size when 'native' then c.stored_size end, c.revision, c.hashes, c.remote_modified_at, c.exports->>0,
        case when ${reason} is null then 'waiting' else 'not_transferable' end, ${reason},
        case when ${reason} is null then null else now() end
      from chosen c
      on conflict (transfer_id, remote_id) do update set outcome = 'waiting', reason = null, attempts = 0, next_try_at = null,
        arrived = false, document_id = excluded.document_id, revision = excluded.revision, size = excluded.size,
        hashes = excluded.hashes, name = excluded.name, remote_modified_at = excluded.remote_modified_at
      where i.outcome <> 'not_transferable' and (i.kind = 'folder' or i.revision <> excluded.revision
        or i.outcome in ('failed', 'cancelled'))
      returning document_id, parent_number, xmax = 0 as fresh, size, outcome = 'not_transferable' as refused)
    select c.id as document_id, c.parent_number, coalesce(w.fresh, false) as fresh, w.size, coalesce(w.refused, false) as refused
    from chosen c left join written w on w.document_id = c.id order by c.parent_number, c.id`.execute(tx);
  const fresh = rows.filter((row) => row.fresh);
  const refused = fresh.filter((row) => row.refused).length;
  const bytes = fresh.reduce((sum, { size }) => sum + (size ?? 0), 0);
  await sql`update transfers set total = total + ${fresh.length}, total_bytes = total_bytes + ${bytes},
      skipped = skipped + ${refused} where id = ${transfer.id}`.execute(tx);
  return rows;
}

/** Failed ones wait again; false where none is left. */
async function revive(tx: Executor, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`update transfer_items set outcome = 'waiting', reason = null, attempts = 0,
      next_try_at = null, finished_at = null
    where transfer_id = ${id} and number = any(array(select number from transfer_items
      where transfer_id = ${id} and outcome = 'failed' order by number limit ${atOnce}))`.execute(tx);
  return numAffectedRows !== 0n;
}
