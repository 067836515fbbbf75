import { ConnectorError, type Session } from '@sheaf/connectors';
import { sql } from 'kysely';
import { enqueue, onJob } from '../../jobs/queue.ts';
import type { Services } from '../../services.ts';
import { openAccount } from '../sources/index.ts';
import { beginBatch, finishBatch, notify, requestRun, syncJob } from './batches.queries.ts';
import { deleteOutside } from './choice.ts';
import { fetchContents } from './contents.ts';
import { removeGone } from './deletions.ts';
import { reviveFailures } from './failures.ts';
import { updateList } from './list.ts';
import { scopeKey, scopeOf } from './scope.ts';
import { loadState, recount, type SyncState, saveState } from './sync-state.ts';

const usualMinutes = 5;

/** One run: the list first, so that it can be used, then the contents. It goes on where a killed one stopped. */
export const runSync = onJob(syncJob, async ({ accountId, batchId }, services, signal) => {
  const { db, log } = services;
  const state = await loadState(db, accountId);
  if (!state || state.status === 'disconnected') {
    await finishBatch(db, batchId, 'cancelled');
    return;
  }
  await beginBatch(db, batchId);
  await saveState(db, accountId, { status: 'syncing', problem: null });
  await notify(db, accountId);
  try {
    const session = openAccount(services, state);
    const done = await work(services, state, session, batchId, signal).finally(() => session[Symbol.asyncDispose]());
    if (!done) await enqueue(db, syncJob, { accountId, batchId }, { queue: `sync ${accountId}`, maxAttempts: 100 });
  } catch (error) {
    if (signal.aborted) throw error;
    if (!(error instanceof ConnectorError)) log.error({ err: error, accountId }, 'sync failed');
    await giveUp(services, state, batchId, error);
  }
});

async function work(
  services: Services,
  state: SyncState,
  session: Session,
  batchId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { db } = services;
  const scope = scopeOf(state.settings);
  const before = state.listingScope;
  const quota = await session.quota?.();
  if (scope && session.files) {
    await updateList({ db, files: session.files, batchId, signal }, state, scope);
  } else {
    await deleteOutside(db, state, []);
    await saveState(db, state.id, { cursor: null, listing_scope: null, listing_open: false, checkpoint: null });
  }
  // Somebody who chose less has been told how much goes.
  const asked = scope === null || (before !== null && before !== scopeKey(scope));
  const { held } = await db.transaction().execute((tx) => removeGone(tx, state, asked));
  await reviveFailures(db, state.id);
  const complete = !session.files || (await fetchContents(services, session.files, state, batchId, signal));
  await db.transaction().execute(async (tx) => {
    if (complete) await finishBatch(tx, batchId, 'completed');
    await recount(tx, state.id);
    await saveState(tx, state.id, {
      ...(complete && {
        status: held ? 'attention' : 'connected',
        problem: held ? `This account lost ${held} of its files. Keep the copies, or remove them?` : null,
        last_synced_at: sql`now()`,
        next_sync_at: sql`now() + make_interval(mins => ${usualMinutes})`,
      }),
      ...(quota && { quota_used: quota.used, quota_total: quota.total }),
    });
    await notify(tx, state.id);
  });
  return complete;
}

/** What the code of the error asks for; whatever it is, the next run goes on from the last page. */
async function giveUp({ db }: Services, state: SyncState, batchId: string, error: unknown): Promise<void> {
  const code = error instanceof ConnectorError ? error.code : 'internal';
  const message = error instanceof ConnectorError ? error.message : 'Something went wrong on our side.';
  const lost = code === 'auth_revoked' || code === 'auth_expired';
  const wait =
    error instanceof ConnectorError && error.detail.retryAfterMs ? error.detail.retryAfterMs / 60_000 : usualMinutes;
  await db.transaction().execute(async (tx) => {
    await finishBatch(tx, batchId, 'failed');
    await saveState(tx, state.id, {
      status: lost ? 'needs_reauth' : code === 'cursor_expired' ? 'connected' : 'error',
      problem: lost ? 'Access was withdrawn or has expired. Please connect the account again.' : message,
      next_sync_at: lost ? null : sql`now() + make_interval(secs => ${wait * 60})`,
      ...(code === 'cursor_expired' && { cursor: null, listing_open: false, checkpoint: null, problem: null }),
    });
    if (code === 'cursor_expired') await requestRun(tx, { id: state.id, organization_id: state.organizationId }, false);
    await notify(tx, state.id);
  });
}
