import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { AppError } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { isSeen, principalsNow } from '../access/index.ts';
import { conditionsOf, type Filters, isProvisionalHere, outermostOf } from '../documents/index.ts';
import { elsewhere, isMyFiles, type LeftOut, orReason, placeToAdd, type WritePlace } from '../my-files/index.ts';
import { createTransferOf, folderThere, lockTransfers } from '../transfers/index.ts';
import { addLeftOut, type BulkRow } from './bulk-row.ts';

/** Documents per account, since a transfer stores their ids. */
const max = 100_000;

const ofOthers = 'They belong to someone else.';
const outside = 'They aren’t in the folder that was shared with you.';
const arriving = 'They’re still being uploaded.';
const intoItself = (action: string) => `A folder can’t be ${action === 'copy' ? 'copied' : 'moved'} into itself.`;

/** The documents of the list in one account. */
interface Part {
  id: string;
  own: boolean;
  count: number;
}

/**
 * Starts transfers for what is to be copied, or moved from other accounts: one per account, all in the transaction, and
 * records why the rest is left out.
 */
export async function startTransfers(services: Services, tx: Executor, viewer: Member, batch: BulkRow): Promise<void> {
  await lockTransfers(tx, batch.organization_id);
  const place = await placeToAdd(tx, viewer, batch.change);
  const { parts, others } = await partsOf(services, tx, viewer, batch, place);
  const folder = place.folderId && (await folderThere(tx, place.folderId, isMyFiles(place)));
  const ids: string[] = [];
  const leftOut: LeftOut[] = others > 0 ? [{ reason: reasonForOthers(viewer, batch, place), count: others }] : [];
  for (const part of parts) {
    const { chosen, refused } = await documentsOf(services, tx, viewer, batch, place, part);
    leftOut.push(...refused);
    if (chosen.length === 0) continue;
    const request = {
      from_account_id: part.id,
      to_account_id: place.accountId,
      selection_type: 'selected' as const,
      document_ids: chosen,
      mode: batch.action === 'copy' ? ('copy' as const) : ('move' as const),
      to_folder_id: folder,
      on_conflict: batch.change.on_conflict,
      repeat: null,
    };
    const started = await orRefusal(tx, async () => ({
      id: await createTransferOf(services, tx, viewer, place.owner, request),
    }));
    if (typeof started === 'string') leftOut.push({ reason: started, count: part.count });
    else ids.push(started.id);
  }
  const without = leftOut.reduce((sum, { count }) => sum + count, 0);
  await sql`update bulk_batches set transfer_ids = ${ids}::uuid[], total = processed + ${without},
      processed = processed + ${without} where id = ${batch.id}`.execute(tx);
  await addLeftOut(tx, batch, leftOut);
}

/**
 * Groups the documents to transfer by account, and counts those that are neither in one of these accounts nor in the
 * target account.
 */
async function partsOf(
  { memory }: Services,
  tx: Executor,
  viewer: Member,
  { action, query }: BulkRow,
  { accountId, owner }: WritePlace,
): Promise<{ parts: Part[]; others: number }> {
  const { rows } = await sql<Part>`select a.account_id as id, bool_or(a.own) as own, count(*) as count
    from document_access a where ${isSeen(viewer)} and ${await conditionsOf({ db: tx, memory }, viewer, query)} group by a.account_id
    order by a.account_id`.execute(tx);
  const isOwn = owner.userId === viewer.id;
  const isHere = ({ id }: Part) => id === accountId;
  const parts = rows.filter((part) => (isHere(part) ? action === 'copy' : isOwn && part.own));
  const others = rows.filter((part) => !isHere(part) && !parts.includes(part));
  return { parts, others: others.reduce((sum, { count }) => sum + count, 0) };
}

function reasonForOthers(viewer: Member, { action }: BulkRow, { owner }: WritePlace): string {
  if (action === 'move') return elsewhere;
  return owner.userId === viewer.id ? ofOthers : outside;
}

/** Returns the outermost documents that can go there, and why others can't. */
async function documentsOf(
  { memory }: Services,
  tx: Executor,
  viewer: Member,
  { action, query }: BulkRow,
  { folderId, accountId }: WritePlace,
  { id, own }: Part,
): Promise<{ chosen: string[]; refused: LeftOut[] }> {
  const part: Filters = { ...query, account_id: id, ...(own && { owner: 'me' as const }) };
  const ids = await outermostOf({ db: tx, memory }, viewer, part, max + 1);
  if (ids.length > max)
    throw new AppError(
      'conflict',
      `These are more than ${max.toLocaleString('en')} documents. Choose fewer at a time.`,
    );
  // Editors can copy only within the folder that was shared with them.
  const isOutside = own
    ? sql`false`
    : sql`not exists (select 1 from edit_shares(d.id, ${principalsNow(viewer)}) above
        join edit_shares(${folderId}::uuid, ${principalsNow(viewer)}) target using (root) where above.distance > 0)`;
  const { rows } = await sql<{ id: string; reason: string }>`with recursive up as (
      select id, parent_id from documents where id = ${folderId} and account_id = ${accountId}
      union
      select d.id, d.parent_id from up join documents d on d.id = up.parent_id)
    select id, reason from (select d.id, case when ${isProvisionalHere} then ${arriving}::text
        when d.id in (select id from up) then ${intoItself(action)} when ${isOutside} then ${outside} end as reason
      from documents d where d.id = any(${ids}::uuid[])) found where reason is not null`.execute(tx);
  const without = new Set(rows.map((row) => row.id));
  const byReason = Map.groupBy(rows, ({ reason }) => reason);
  return {
    chosen: ids.filter((one) => !without.has(one)),
    refused: [...byReason].map(([reason, { length }]) => ({ reason, count: length })),
  };
}

/** Lets the plan's limits stop everything. Any other refusal leaves out the account. */
async function orRefusal<T extends object>(tx: Executor, work: () => Promise<T>): Promise<T | string> {
  let limit: unknown;
  const done = await orReason(
    tx,
    () =>
      work().catch((error) => {
        if (error instanceof AppError && error.code === 'plan_limit') limit = error;
        throw error;
      }),
    'Their account is no longer there.',
  );
  if (limit) throw limit;
  return done;
}
