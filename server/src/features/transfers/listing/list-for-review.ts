import { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import { isConnectionLost } from '../../../db/lost-connection.ts';
import type { Executor } from '../../../db/pool.ts';
import { AppError } from '../../../errors.ts';
import { LeaseLost, takeLease } from '../../../jobs/lease.ts';
import { enqueue, hasLiveJob, type JobHandler, jobType, onJob } from '../../../jobs/queue.ts';
import type { Services } from '../../../services.ts';
import { plainReason, refuseWhilePaused, sourceName } from '../../sources/index.ts';
import type { TransferAccount } from '../sides/side.ts';
import { listAccount } from './list-account.ts';
import { findListing, insertListing, type Listing, listingLease, newestListing } from './listing.queries.ts';

const listJob = jobType<{ listingId: string }>('transfers.list-account');
const sliceMs = 3 * 60_000;
const maxAttempts = 100;
/**
 * A review requests the list every few seconds; a list not requested for this long stops, and resumes with the next
 * request.
 */
const wantedMinutes = 5;
const maxStalled = 5;
const pauseMs = 10_000;

/** The list for a review, finished or in progress: the page requests it until it is finished. */
export async function listingForReview({ db }: Services, account: TransferAccount): Promise<Listing> {
  const listing = await db.transaction().execute(async (tx) => {
    // Two reviews of one account share a list.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`listing ${account.id}`}, 0))`.execute(tx);
    const newest = (await newestListing(tx, account)) ?? (await insertListing(tx, account, null));
    if (newest.status === 'failed')
      await sql`update transfer_listings set status = 'dropped' where id = ${newest.id}`.execute(tx);
    if (newest.status === 'running') {
      await sql`update transfer_listings set wanted_at = now() where id = ${newest.id}`.execute(tx);
      await enqueueOnce(tx, newest.id);
    }
    return newest;
  });
  if (listing.status === 'failed')
    throw new AppError('source_failed', listing.problem ?? 'The account couldn’t be listed. Try again.');
  return listing;
}

const queueOf = (id: string) => `listing ${id}`;

async function enqueueOnce(tx: Executor, listingId: string): Promise<void> {
  const { rows } = await sql<{ live: boolean }>`select ${hasLiveJob(sql`${queueOf(listingId)}`)} as live`.execute(tx);
  if (!rows[0]!.live) await enqueueListing(tx, listingId);
}

const enqueueListing = (tx: Executor, listingId: string, delayMs?: number) =>
  enqueue(tx, listJob, { listingId }, { queue: queueOf(listingId), maxAttempts, delayMs });

const run = onJob(listJob, async ({ listingId }, services, signal) => {
  const { db, log } = services;
  const lease = await takeLease(db, listingLease(listingId));
  const [listing, account] = [await findListing(db, listingId), await accountOf(services, listingId)];
  if (!lease || !account || listing?.status !== 'running') return;
  try {
    await refuseWhilePaused(services, account.source);
    const end = Date.now() + sliceMs;
    const isWanted = async (tx: Executor) => {
      const { rows } = await sql<{
        wanted: boolean;
      }>`select wanted_at > now() - make_interval(mins => ${wantedMinutes}) as wanted
        from transfer_listings where id = ${listingId}`.execute(tx);
      return rows[0]?.wanted ?? false;
    };
    const ended = await listAccount({ services, lease, account, listingId, signal, end, isWanted });
    if (ended === 'time is up') await lease.write((tx) => enqueueListing(tx, listingId));
  } catch (error) {
    if (signal.aborted || error instanceof LeaseLost || isConnectionLost(error)) throw error;
    log.info({ err: error, listingId }, 'the list of an account was interrupted');
    const problem =
      error instanceof ConnectorError
        ? plainReason(error, sourceName(account.source))
        : 'Something went wrong on our side.';
    const isPassing = error instanceof ConnectorError && ['unavailable', 'rate_limited'].includes(error.code);
    const delayMs = Math.max((error instanceof ConnectorError && error.detail.retryAfterMs) || 0, pauseMs);
    await lease.write(async (tx) => {
      const isOver = !isPassing || listing.stalled >= maxStalled;
      await sql`update transfer_listings set problem = ${problem}, stalled = stalled + 1,
        status = ${isOver ? 'failed' : 'running'} where id = ${listingId}`.execute(tx);
      if (!isOver) await enqueueListing(tx, listingId, delayMs);
    });
  }
});
export const listForReview: JobHandler = { ...run, ioBound: true };

async function accountOf({ db }: Services, listingId: string): Promise<TransferAccount | undefined> {
  const { rows } =
    await sql<TransferAccount>`select a.id, a.organization_id as "organizationId", a.user_id as "ownerId",
      a.source, a.name from transfer_listings l join source_accounts a on a.id = l.account_id and a.removed_at is null
    where l.id = ${listingId}`.execute(db);
  return rows[0];
}
