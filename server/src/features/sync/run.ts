import { ConnectorError, type Session } from '@sheaf/connectors';
import { sql } from 'kysely';
import { type JobHandler, onJob } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { openAccount } from '../sources/index.ts';
import { beginBatch, enqueueRun, finishBatch, notify, pauseBatch, syncJob } from './batches.queries.ts';
import { deleteOutside } from './choice.ts';
import { fetchContents } from './contents.ts';
import { removeGone } from './deletions.ts';
import { reviveFailures } from './failures.ts';
import { updateList } from './list.ts';
import { scopeOf } from './scope.ts';
import { storageProblem } from './storage-limit.ts';
import { loadState, recount, type SyncState, saveOutcome, saveState } from './sync-state.ts';

const usualMinutes = 5;
const dayMs = 24 * 3_600_000;

/** One run: the list first, so that it can be used, then the contents. It goes on where a killed one stopped. */
const run = onJob(syncJob, async ({ accountId, batchId }, services, signal) => {
  const { db, log } = services;
  const state = await loadState(db, accountId);
  if (!state || state.status === 'disconnected') {
    await finishBatch(db, batchId, 'cancelled');
    return;
  }
  await beginBatch(db, batchId);
  await saveOutcome(db, accountId, { status: 'syncing', problem: null });
  await notify(db, accountId);
  try {
    const session = openAccount(services, state, signal);
    const done = await work(services, state, session, batchId, signal).finally(() => session[Symbol.asyncDispose]());
    if (!done) await enqueueRun(db, accountId, batchId);
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ConnectorError)) log.error({ err: error, accountId }, 'sync failed');
    if (error instanceof ConnectorError && error.code === 'rate_limited') await pause(services, state, batchId, error);
    else await giveUp(services, state, batchId, error);
  }
});
export const runSync: JobHandler = { ...run, patient: true };

async function work(
  services: Services,
  state: SyncState,
  session: Session,
  batchId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = services;
  const quota = await session.quota?.();
  await bringUpToDate(services, state, session, batchId, signal);
  const { held } = await db.transaction().execute((tx) => removeGone(tx, state));
  await reviveFailures(db, state.id);
  const complete = !session.files || (await fetchContents(services, session.files, state, batchId, signal));
  const full = complete ? await storageProblem(db, state) : null;
  await db.transaction().execute(async (tx) => {
    if (complete) await finishBatch(tx, batchId, 'completed');
    await recount(tx, state.id);
    if (quota) await saveState(tx, state.id, { quota_used: quota.used, quota_total: quota.total });
    if (complete)
      await saveOutcome(tx, state.id, {
        status: held ? 'attention' : 'connected',
        problem: held ? `This account lost ${held} of its files. Keep the copies, or remove them?` : full,
        last_synced_at: sql`now()`,
        next_sync_at: sql`now() + make_interval(mins => ${usualMinutes})`,
        failed_runs: 0,
      });
    await notify(tx, state.id);
  });
  return complete;
}

/** A place that the source no longer knows leads to a new listing, which keeps ids; the second time it is an error. */
async function bringUpToDate(
  { db }: Services,
  state: SyncState,
  { files }: Session,
  batchId: string,
  signal: AbortSignal,
): Promise<void> {
  const scope = scopeOf(state.settings);
  const nowhere = { cursor: null, listing_run: null, checkpoint: null };
  if (!scope || !files) {
    await deleteOutside(db, state, []);
    await saveState(db, state.id, { ...nowhere, listing_scope: null });
    return;
  }
  const run = { db, files, batchId, signal };
  try {
    await updateList(run, state, scope);
  } catch (error) {
    if (!(error instanceof ConnectorError && error.code === 'cursor_expired')) throw error;
    await saveState(db, state.id, nowhere);
    await updateList(run, (await loadState(db, state.id))!, scope);
  }
}

/** The slot is given back while the source wants us to wait; the same run goes on afterwards. */
async function pause({ db }: Services, state: SyncState, batchId: string, error: ConnectorError): Promise<void> {
  const ms = Math.min(error.detail.retryAfterMs ?? usualMinutes * 60_000, dayMs);
  await db.transaction().execute(async (tx) => {
    await pauseBatch(tx, batchId);
    await saveOutcome(tx, state.id, { problem: 'The source asks us to wait. The sync goes on by itself.' });
    await enqueueRun(tx, state.id, batchId, new Date(Date.now() + ms));
    await notify(tx, state.id);
  });
}

/** What the code of the error asks for; whatever it is, the next run goes on from the last page. */
async function giveUp({ db }: Services, state: SyncState, batchId: string, error: unknown): Promise<void> {
  const known = error instanceof ConnectorError ? error : null;
  const lost = known?.code === 'auth_revoked' || known?.code === 'auth_expired';
  await db.transaction().execute(async (tx) => {
    await finishBatch(tx, batchId, 'failed');
    await saveOutcome(tx, state.id, {
      status: lost ? 'needs_reauth' : 'error',
      problem: lost
        ? 'Access was withdrawn or has expired. Please connect the account again.'
        : (known?.message ?? 'Something went wrong on our side.'),
      failed_runs: sql`failed_runs + 1`,
      // Twice as long after each failure, an hour at most.
      next_sync_at: lost
        ? null
        : sql`now() + make_interval(mins => least(60, ${usualMinutes} * 2 ^ least(failed_runs, 4))::int)`,
    });
    await notify(tx, state.id);
  });
}
