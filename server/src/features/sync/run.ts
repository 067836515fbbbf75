import { ConnectorError, type Session } from '@sheaf/connectors';
import { sql } from 'kysely';
import { isConnectionLost } from '../../db/lost-connection.ts';
import type { Executor } from '../../db/pool.ts';
import { LeaseLost, takeLease } from '../../jobs/lease.ts';
import { type JobHandler, onJob } from '../../jobs/queue.ts';
import { diskFullMessage, isDiskFull } from '../../platform/blobs/index.ts';
import { deleteOutside } from '../documents/index.ts';
import { deleteGone } from '../messages/index.ts';
import { notify, settle } from '../notifications/index.ts';
import {
  accountLease,
  appLimitText,
  appPausedMs,
  findAnyAccount,
  findProvider,
  loadState,
  notifyAccount,
  openAccount,
  plainReason,
  recount,
  refuseWhilePaused,
  type SyncState,
  saveOutcome,
  saveState,
  sourceName,
  UnreadableAccess,
} from '../sources/index.ts';
import { storageProblem } from '../storage/index.ts';
import { beginBatch, enqueueRun, finishBatch, pauseBatch, syncJob } from './batches.queries.ts';
import { fetchContents } from './contents.ts';
import { removeGone } from './deletions.ts';
import { reviveFailures } from './failures.ts';
import { updateList } from './list.ts';
import { scopeOf } from './scope.ts';
import type { SyncRun } from './sync-run.ts';
import { threadContents } from './threads/thread-contents.ts';
import { updateThreads } from './threads/update-threads.ts';
import { ListOutdated } from './write-fence.ts';

const usualMinutes = 5;
/** About as long as one or two changes take at a source. */
const outdatedMs = 500;
const dayMs = 24 * 3_600_000;
const maxSpreadMs = 30_000;

/**
 * Runs one slice: the list first, so that it can be used, then the contents. It resumes where the previous slice ended
 * or was killed.
 */
const run = onJob(syncJob, async ({ accountId, batchId }, services, signal) => {
  const { db, log } = services;
  const lease = await takeLease(db, accountLease(accountId));
  if (!lease) return;
  const state = await lease.write((tx) => begin(tx, accountId, batchId));
  if (!state) return;
  const opened: SyncRun = { services, lease, batchId, signal };
  try {
    await refuseWhilePaused(services, state.source);
    const account = openAccount(services, state, signal);
    const isDone = await work(opened, state, account).finally(() => account[Symbol.asyncDispose]());
    if (!isDone) await lease.write((tx) => enqueueRun(tx, accountId, batchId));
  } catch (error) {
    // The list is read again from its last page once changes made here have reached the source.
    if (error instanceof ListOutdated) return lease.write((tx) => enqueueRun(tx, accountId, batchId, outdatedMs));
    // The job that resumes the run continues from the last page.
    if (signal.aborted || error instanceof LeaseLost || isConnectionLost(error)) throw error;
    if (!(error instanceof ConnectorError)) log.error({ err: error, accountId }, 'sync failed');
    else log.info({ err: error, accountId }, 'the app ended a sync');
    if (error instanceof ConnectorError && error.code === 'rate_limited') await pause(opened, state, error);
    else await giveUp(opened, state, error);
  }
});
export const runSync: JobHandler = { ...run, ioBound: true };

/** Null if there is nothing to do. */
async function begin(tx: Executor, accountId: string, batchId: string): Promise<SyncState | null> {
  const state = await loadState(tx, accountId);
  if (!state || state.status === 'disconnected') {
    await finishBatch(tx, batchId, 'cancelled');
    return null;
  }
  if (!(await beginBatch(tx, batchId))) return null;
  await saveOutcome(tx, accountId, { status: 'syncing', problem: null, resumes_at: null });
  await notifyAccount(tx, accountId);
  return state;
}

/** False when the time of this slice is up. */
async function work(run: SyncRun, state: SyncState, account: Session): Promise<boolean> {
  const { services, lease, batchId } = run;
  const quota = await account.quota?.();
  if (!(await bringUpToDate(run, state, account))) return false;
  const { held } = await lease.write((tx) => removeGone(tx, state));
  await lease.write((tx) => deleteGone(tx, state.id));
  await lease.write((tx) => reviveFailures(tx, state.id));
  const contents = account.files ?? (account.threads && threadContents(services, state.id, account.threads));
  const isComplete = !contents || (await fetchContents(run, contents, state));
  const full = isComplete ? await storageProblem(services, state) : null;
  await lease.write(async (tx) => {
    if (isComplete) await finishBatch(tx, batchId, 'completed');
    await recount(tx, state.id);
    if (quota) await saveState(tx, state.id, { quota_used: quota.used, quota_total: quota.total });
    if (isComplete)
      await saveOutcome(tx, state.id, {
        status: held ? 'attention' : 'connected',
        problem: held ? `${held} files are gone from this account. Keep the copies here, or remove them?` : full,
        last_synced_at: sql`now()`,
        next_sync_at: sql`now() + make_interval(mins => ${usualMinutes})`,
        failed_runs: 0,
      });
    if (isComplete) await (held ? notifyOwner(tx, state) : settle(tx, aboutAccount(state)));
    await notifyAccount(tx, state.id);
  });
  return isComplete;
}

const aboutAccount = ({ id, organizationId, ownerId }: SyncState) => ({
  kind: 'account' as const,
  organizationId,
  userId: ownerId,
  subject: id,
});

/** Notifies the owner that the account waits for them. */
async function notifyOwner(tx: Executor, state: SyncState): Promise<void> {
  const account = await findAnyAccount(tx, state.id);
  if (!account || account.status === 'disconnected') return;
  const app = sourceName(state.source);
  const plain = account.name === app ? app : `${app} (${account.name})`;
  await notify(tx, {
    ...aboutAccount(state),
    data: { account: account.display_name ?? plain, problem: account.problem ?? '' },
    lasts: true,
  });
}

/**
 * Lists everything again, keeping ids, when the source no longer knows the cursor; throws the second time. False when
 * the time of this slice is up.
 */
async function bringUpToDate(run: SyncRun, state: SyncState, { files, threads }: Session): Promise<boolean> {
  const { services, lease } = run;
  if (threads) return updateThreads(run, threads, state);
  const scope = scopeOf(state.settings);
  const nowhere = { cursor: null, listing_run: null, checkpoint: null };
  if (!scope || !files) {
    await lease.write(async (tx) => {
      await deleteOutside(tx, state, []);
      await saveState(tx, state.id, { ...nowhere, listing_scope: null });
    });
    return true;
  }
  try {
    return await updateList(run, files, state, scope);
  } catch (error) {
    if (!(error instanceof ConnectorError && error.code === 'cursor_expired')) throw error;
    await lease.write((tx) => saveState(tx, state.id, nowhere));
    return updateList(run, files, (await loadState(services.db, state.id))!, scope);
  }
}

/** Frees the slot while the source limits us; the same run resumes afterwards. */
async function pause({ services, lease, batchId }: SyncRun, state: SyncState, error: ConnectorError): Promise<void> {
  const isOfApp = error.detail.limit === 'app';
  await lease.write(async (tx) => {
    const known = isOfApp ? await appPausedMs(tx, findProvider(services, state.source), ['calls']) : 0;
    const ms = Math.min(Math.max(known, error.detail.retryAfterMs ?? (known || usualMinutes * 60_000)), dayMs);
    // All accounts of an app wait for the same moment; spreading them avoids that all find out at once that the pause
    // goes on.
    const spreadMs = isOfApp ? Math.random() * Math.min(maxSpreadMs, ms / 10) : 0;
    await pauseBatch(tx, batchId);
    await saveOutcome(tx, state.id, {
      problem: isOfApp ? appLimitText(state.source) : `${sourceName(state.source)} asks Sheaf to wait.`,
      resumes_at: sql`now() + make_interval(secs => ${ms / 1000})`,
    });
    await enqueueRun(tx, state.id, batchId, ms + spreadMs);
    await notifyAccount(tx, state.id);
  });
}

/** Handles the error by its code; in any case the next run resumes from the last page. */
async function giveUp({ lease, batchId }: SyncRun, state: SyncState, error: unknown): Promise<void> {
  const known = error instanceof ConnectorError ? error : null;
  const lost = known?.code === 'auth_revoked' || known?.code === 'auth_expired';
  await lease.write(async (tx) => {
    await finishBatch(tx, batchId, 'failed');
    await saveOutcome(tx, state.id, {
      status: lost ? 'needs_reauth' : 'error',
      problem: lost
        ? known instanceof UnreadableAccess
          ? known.message
          : 'Access was removed or has expired. Reconnect the account.'
        : ((known && plainReason(known, sourceName(state.source))) ??
          (isDiskFull(error) ? diskFullMessage : 'Something went wrong on our side.')),
      failed_runs: sql`failed_runs + 1`,
      // The pause doubles after each failure, up to an hour.
      next_sync_at: lost
        ? null
        : sql`now() + make_interval(mins => least(60, ${usualMinutes} * 2 ^ least(failed_runs, 4))::int)`,
    });
    if (lost) await notifyOwner(tx, state);
    await notifyAccount(tx, state.id);
  });
}
