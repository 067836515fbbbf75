import type { Batch, SyncSettings } from '@sheaf/contract';
import { sql } from 'kysely';
import { offsetOf, type PageOf, paged } from '../../db/paging.ts';
import { AppError, notFound } from '../../errors.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { countOutside, keepGone, mustSee, noteUse, wantContent } from '../documents/index.ts';
import { channelDocument } from '../messages/index.ts';
import {
  type BatchRow,
  liveAccount,
  notifyAccount,
  ownAccount,
  presentBatch,
  recount,
  saveState,
  sourceHolds,
} from '../sources/index.ts';
import { requestRun } from './batches.queries.ts';
import { deleteForGood } from './deletions.ts';
import { reviveFailures } from './failures.ts';
import { scopeOf } from './scope.ts';

interface Choice {
  source_account_id: string;
  data: { sync: SyncSettings };
}

/** Takes effect at once, also during a run: another one follows it. */
export async function saveSettings(services: Services, viewer: Member, { source_account_id, data }: Choice) {
  const account = await liveAccount(services, viewer, source_account_id);
  return services.db.transaction().execute(async (tx) => {
    await saveState(tx, account.id, { settings: JSON.stringify(data.sync), status: 'syncing', problem: null });
    const batch_id = await requestRun(tx, account, []);
    await notifyAccount(tx, account.id);
    return { batch_id };
  });
}

export async function previewSettings(services: Services, viewer: Member, { source_account_id, data }: Choice) {
  const account = await ownAccount(services, viewer, source_account_id);
  const roots = sourceHolds(account.source) === 'chats' ? channelsOf(data.sync) : foldersOf(data.sync);
  return { removed: roots ? await countOutside(services.db, account.id, roots) : 0 };
}

/** The chosen folders by the ids of their documents; null for everything. */
function foldersOf(settings: SyncSettings): readonly string[] | null {
  const scope = scopeOf(settings);
  return scope?.mode === 'all' ? null : (scope?.roots ?? []);
}

const channelsOf = ({ chat_selected }: SyncSettings): readonly string[] | null =>
  chat_selected?.map(({ id }) => channelDocument(id)) ?? null;

/** A run in progress may have passed what the person wants to see, so another follows it. A paused one is joined. */
export async function syncNow(services: Services, viewer: Member, accountId: string) {
  const account = await liveAccount(services, viewer, accountId);
  return services.db.transaction().execute(async (tx) => {
    const batch_id = await requestRun(tx, account, ['paused']);
    await notifyAccount(tx, account.id);
    return { batch_id };
  });
}

/** The answer to the deletion brake. */
export async function decideDeletions(
  services: Services,
  viewer: Member,
  accountId: string,
  action: 'apply' | 'keep',
): Promise<void> {
  const account = await ownAccount(services, viewer, accountId);
  if (account.held_deletions === 0) throw new AppError('conflict', 'There’s nothing left to decide.');
  await services.db.transaction().execute(async (tx) => {
    await (action === 'apply' ? deleteForGood : keepGone)(tx, account.id);
    await recount(tx, account.id);
    await saveState(tx, account.id, {
      held_deletions: 0,
      problem: null,
      status: account.status === 'attention' ? 'connected' : account.status,
    });
    await notifyAccount(tx, account.id);
  });
}

export async function pageOfFailures(services: Services, viewer: Member, accountId: string, query: PageOf) {
  const { db } = services;
  const account = await ownAccount(services, viewer, accountId);
  const all = db.selectFrom('sync_failures').where('account_id', '=', account.id);
  const rows = await all
    .select(['remote_id', 'name', 'message', 'attempts', 'next_try_at'])
    .select(() => all.select(sql<number>`count(*)`.as('count')).as('total'))
    .orderBy('remote_id')
    .limit(query.per_page)
    .offset(offsetOf(query))
    .execute();
  return paged(
    query,
    rows,
    (row) => ({
      id: row.remote_id,
      name: row.name,
      message: row.message,
      attempts: row.attempts,
      next_try_at: row.next_try_at?.toISOString() ?? null,
    }),
    async () => account.failed,
  );
}

export async function retryFailures(services: Services, viewer: Member, accountId: string) {
  const account = await liveAccount(services, viewer, accountId);
  await reviveFailures(services.db, account.id, true);
  return syncNow(services, viewer, accountId);
}

export async function batchStatus(services: Services, viewer: Member, batchId: string): Promise<Batch> {
  const { rows } =
    await sql<BatchRow>`select b.id, b.kind, b.account_id, b.status, b.phase, b.total, b.processed, b.failed, b.bytes,
      b.started_at, b.finished_at, (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'message', f.message)), '[]')
        from (select name, message from sync_failures where account_id = b.account_id order by remote_id limit 5) f) as errors
    from batches b join source_accounts a on a.id = b.account_id
    where b.id = ${batchId} and b.organization_id = ${viewer.membership.organizationId} and a.user_id = ${viewer.id}`.execute(
      services.db,
    );
  const batch = rows[0] ?? (await transferAsBatch(services, viewer, batchId));
  if (!batch) throw notFound('This run');
  return presentBatch(batch);
}

/** A transfer is shown as a batch too; its id is that of the batch. */
async function transferAsBatch({ db }: Services, viewer: Member, id: string): Promise<BatchRow | undefined> {
  const { rows } =
    await sql<BatchRow>`select t.id, 'transfer' as kind, t.to_account_id as account_id, t.status, t.phase, t.total,
      t.processed, t.failed, t.bytes + t.bytes_under_way as bytes, t.started_at, t.finished_at,
      (select coalesce(jsonb_agg(jsonb_build_object('name', f.name, 'message', coalesce(f.reason, ''))), '[]') from (
        select name, reason from transfer_items where transfer_id = t.id and outcome = 'failed' order by number limit 5) f) as errors
    from transfers t where t.id = ${id} and t.organization_id = ${viewer.membership.organizationId}
      and t.user_id = ${viewer.id}`.execute(db);
  return rows[0];
}

/** Records the use; bytes that aren't here yet are fetched before all others. */
export async function openDocument({ db }: Services, viewer: Member, id: string): Promise<void> {
  await mustSee(db, viewer, [id]);
  await db.transaction().execute(async (tx) => {
    await noteUse(tx, viewer, [id], 'opened');
    const account = await wantContent(tx, id);
    if (account) await requestRun(tx, account, ['running', 'paused']);
  });
}
