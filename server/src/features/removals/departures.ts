import { sql } from 'kysely';
import type { OwnerScope } from '../../db/owner-scope.ts';
import type { Executor } from '../../db/pool.ts';
import { enqueue, jobType } from '../../jobs/queue.ts';
import { onSlicedJob } from '../../jobs/sliced.ts';
import { deleteAiMessageBatch } from '../ai/index.ts';
import { deleteBulkBatch } from '../bulk/index.ts';
import { giveDocumentsTo, giveSomeDocuments } from '../documents/index.ts';
import { deleteZipEntryBatch } from '../downloads/index.ts';
import { deleteLinkBatch } from '../links/index.ts';
import { deleteNotificationBatch } from '../notifications/index.ts';
import { deleteMembership, eraseMembership, markMemberRemoved } from '../organizations/index.ts';
import { deletePendingBatch } from '../pending-shares/index.ts';
import { endSomeSharesWith } from '../sharing/index.ts';
import { findRemoved, markRemoved } from '../sources/index.ts';
import { deleteStarBatch } from '../stars/index.ts';
import { deleteTagBatch } from '../tags/index.ts';
import { deleteTransferBatch } from '../transfers/index.ts';
import { atOnce, clearAccount } from './clear-account.ts';

interface Leaver {
  organizationId: string;
  userId: string;
}

export const departureJob = jobType<Leaver>('removals.member');

/**
 * Ends a membership and deletes what the person had here, except for the given accounts, which already belong to
 * another member and whose documents follow them. If that is much, the person is removed and their documents are hidden
 * at once, and the rest happens in the background.
 */
export async function endMembership(
  tx: Executor,
  leaver: Leaver,
  given: { accountIds: readonly string[]; to: string } | null,
): Promise<void> {
  const { organizationId, userId } = leaver;
  if (await hasLittle(tx, leaver)) {
    if (given) await giveDocumentsTo(tx, given.to, given.accountIds);
    await deleteMembership(tx, organizationId, userId);
    return;
  }
  await markMemberRemoved(tx, organizationId, userId);
  await markAccounts(tx, leaver);
  const accountIds = [...(given?.accountIds ?? [])];
  await sql`insert into departures (organization_id, user_id, account_ids, total)
    select ${organizationId}, ${userId}, ${accountIds}::uuid[], coalesce(sum(greatest(files, removal_total)), 0)::int from source_accounts
    where organization_id = ${organizationId} and (user_id = ${userId} or id = any(${accountIds}::uuid[]))`.execute(tx);
  await enqueue(tx, departureJob, leaver, { queue: departureQueue(leaver) });
}

const departureQueue = ({ organizationId, userId }: Leaver): string => `departure ${organizationId} ${userId}`;

const markAccounts = (tx: Executor, { organizationId, userId }: Leaver) =>
  markRemoved(tx, sql`organization_id = ${organizationId} and user_id = ${userId}`);

/** Whether everything to delete is little enough for a request to wait for. */
async function hasLittle(tx: Executor, { organizationId, userId }: Leaver): Promise<boolean> {
  const mine = sql`organization_id = ${organizationId} and user_id = ${userId}`;
  const some = sql`limit ${atOnce + 1}`;
  const { rows } = await sql<{ max_rows: number }>`select greatest(
    (select count(*) from (select 1 from document_access where organization_id = ${organizationId} and principal_id = ${userId} ${some}) x),
    (select count(*) from (select 1 from documents d where d.account_id in
      (select id from source_accounts where ${mine}) ${some}) x),
    (select count(*) from (select 1 from messages m where m.account_id in
      (select id from source_accounts where ${mine}) ${some}) x),
    (select count(*) from (select 1 from transfer_items i where i.transfer_id in
      (select id from transfers where ${mine}) ${some}) x),
    (select count(*) from (select 1 from label_documents t where t.label_id in
      (select id from labels where ${mine}) ${some}) x),
    (select count(*) from (select 1 from collection_documents t where t.collection_id in
      (select id from collections where ${mine}) ${some}) x),
    (select count(*) from (select 1 from pending_shares where organization_id = ${organizationId}
      and shared_by = ${userId} ${some}) x),
    (select count(*) from (select 1 from starred_documents where ${mine} ${some}) x),
    (select count(*) from (select 1 from bulk_changes c where c.batch_id in
      (select id from bulk_batches where ${mine}) ${some}) x),
    (select count(*) from (select 1 from ai_messages m where m.thread_id in
      (select id from ai_threads where ${mine}) ${some}) x)) as max_rows`.execute(tx);
  return rows[0]!.max_rows <= atOnce;
}

interface Departure {
  account_ids: string[];
  given_to: string;
}

/** A batch in each transaction, under the lock of the departure. A killed job resumes with what is left. */
export const departureHandler = onSlicedJob(departureJob, ({ db }, leaver) =>
  db.transaction().execute(async (tx) => {
    const { organizationId, userId } = leaver;
    const { rows } = await sql<Departure>`select account_ids, given_to from departures
      where organization_id = ${organizationId} and user_id = ${userId} for update`.execute(tx);
    const [departure] = rows;
    if (!departure) return false;
    const files = await clearMember(tx, leaver, departure);
    if (files === null) {
      await eraseMembership(tx, organizationId, userId);
      return false;
    }
    await sql`update departures set processed = processed + ${files}
      where organization_id = ${organizationId} and user_id = ${userId}`.execute(tx);
    return true;
  }),
);

/** Handles a batch; returns how many files were in it, or null if nothing was left. */
async function clearMember(tx: Executor, leaver: Leaver, departure: Departure): Promise<number | null> {
  const given = await giveSome(tx, leaver, departure);
  if (given !== null) return given;
  // A request that was still running when the person was removed may have added an account.
  await markAccounts(tx, leaver);
  const accountId = await findRemoved(tx, leaver);
  if (accountId) return (await clearAccount(tx, accountId)).files;
  const { organizationId, userId } = leaver;
  const gone =
    (await endSomeSharesWith(tx, organizationId, userId, atOnce)) || (await clearOwned(tx, { organizationId, userId }));
  return gone > 0 ? 0 : null;
}

/**
 * Deletes a batch of what a member has besides accounts and shares, or of what all members of an organization have;
 * returns how many rows.
 */
export async function clearOwned(tx: Executor, whose: OwnerScope): Promise<number> {
  const { organizationId, userId } = whose;
  const transfers =
    userId === undefined
      ? sql<boolean>`t.organization_id = ${organizationId}`
      : sql<boolean>`t.organization_id = ${organizationId} and t.user_id = ${userId}`;
  return (
    (await deleteTransferBatch(tx, transfers, atOnce)) ||
    (await deleteTagBatch(tx, whose, atOnce)) ||
    (await deleteStarBatch(tx, whose, atOnce)) ||
    (await deleteLinkBatch(tx, whose, atOnce)) ||
    (await deletePendingBatch(tx, whose, atOnce)) ||
    (await deleteBulkBatch(tx, whose, atOnce)) ||
    (await deleteNotificationBatch(tx, whose, atOnce)) ||
    (await deleteAiMessageBatch(tx, whose, atOnce)) ||
    (await deleteZipEntryBatch(tx, whose, atOnce))
  );
}

async function giveSome(tx: Executor, leaver: Leaver, { account_ids, given_to }: Departure): Promise<number | null> {
  const [accountId, ...others] = account_ids;
  if (accountId === undefined) return null;
  const batch = await giveSomeDocuments(tx, accountId, given_to, atOnce);
  await sql`update departures set account_ids = ${batch ? account_ids : others}::uuid[], given_to = ${batch?.last ?? ''}
    where organization_id = ${leaver.organizationId} and user_id = ${leaver.userId}`.execute(tx);
  return batch?.files ?? 0;
}
