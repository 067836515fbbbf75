import { ConnectorError } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import { isConnectionLost } from '../../../db/lost-connection.ts';
import { type Lease, LeaseLost, takeLease } from '../../../jobs/lease.ts';
import { type JobHandler, onJob } from '../../../jobs/queue.ts';
import type { Services } from '../../../services.ts';
import { refuseWhilePaused } from '../../sources/index.ts';
import { transferFile } from '../file/transfer-file.ts';
import { transferRoom } from '../ledger/monthly-usage.ts';
import { attributeError } from '../sides/open-side.ts';
import {
  enqueueTransfer,
  findAnyTransfer,
  nextTryAt,
  type TransferRow,
  transferJob,
  transferLease,
} from '../transfers.queries.ts';
import { clearUp } from './clear-up.ts';
import { discardReplaced } from './discard-replaced.ts';
import { finishTransfer, pauseTransfer, stopFor, waitUntil } from './end-run.ts';
import { makeFolder } from './make-folder.ts';
import { accountOf, openRun, storedUploads } from './open-run.ts';
import { plan } from './plan.ts';
import type { Run } from './run-context.ts';
import { trashEmptiedFolders } from './trash-emptied-folders.ts';
import { workThrough } from './work-through.ts';

/** Jobs last a few minutes at most. */
const sliceMs = 3 * 60_000;
const beatMs = 1_000;
/**
 * The maximum at a time; the pacers of both accounts decide how many of them actually run, while others wait for the
 * ledger.
 */
const [filesAtOnce, foldersAtOnce] = [64, 8];

/** Runs one slice of a transfer, which resumes where the previous one ended, was paused or was killed. */
const run = onJob(transferJob, async ({ transferId }, services, signal) => {
  const { db, log } = services;
  const lease = await takeLease(db, transferLease(transferId));
  const transfer = lease && (await findAnyTransfer(db, transferId));
  if (!transfer) return;
  if (transfer.status === 'cancelled') return clearUp(services, transfer, lease, signal);
  if (transfer.status !== 'pending' && transfer.status !== 'running') return;
  const isDisconnected = [transfer.from_status, transfer.to_status].includes('disconnected');
  if (isDisconnected)
    return pauseTransfer(
      { services, lease, transfer },
      'One of the accounts is disconnected. Reconnect it, then resume.',
    );
  if (!(await mayStillWrite(services, transfer)))
    return pauseTransfer({ services, lease, transfer }, 'You can no longer edit the folder this goes to.');
  await lease.write((tx) =>
    sql`update transfers set status = 'running', problem = null, resumes_at = null, bytes_under_way = 0, started_at = coalesce(started_at, now())
      where id = ${transferId} and status in ('pending', 'running')`.execute(tx),
  );
  const stopped = new AbortController();
  const opened = openRun(services, transfer, lease, AbortSignal.any([signal, stopped.signal]), () => stopped.abort());
  const beats = setInterval(() => opened.ledger.beat().catch(() => {}), beatMs);
  try {
    await refuseLimited(services, transfer);
    await work(opened);
  } catch (thrown) {
    const error = await causeOf(thrown, lease);
    if (error instanceof LeaseLost) await discardReplaced(opened);
    // The job that resumes it continues from what is recorded.
    if (signal.aborted || error instanceof LeaseLost || isConnectionLost(error)) throw error;
    // Paused or canceled by the person: what is in progress has been recorded.
    if (stopped.signal.aborted) return;
    if (!(error instanceof ConnectorError)) log.error({ err: error, transferId }, 'transfer failed');
    opened.ledger.end();
    await stopFor(opened, error);
  } finally {
    clearInterval(beats);
    await Promise.allSettled([opened.from.close(), opened.to.close()]);
  }
});
export const runTransfer: JobHandler = { ...run, ioBound: true };

/** Within another person's account, only while the folder is shared for editing. */
async function mayStillWrite({ db }: Services, transfer: TransferRow): Promise<boolean> {
  const { organization_id, user_id, to_owner, to_folder_document } = transfer;
  if (to_owner === user_id) return true;
  const { rows } = await sql<{ reach: number | null }>`select edit_reach(${to_folder_document}::uuid,
    principals_of(${organization_id}, ${user_id})) as reach`.execute(db);
  return typeof rows[0]!.reach === 'number';
}

/** A worker that wakes up after another has taken over may see any other error first. */
async function causeOf(thrown: unknown, lease: Lease): Promise<unknown> {
  try {
    await lease.confirm();
    return thrown;
  } catch (refusal) {
    return refusal instanceof LeaseLost ? refusal : thrown;
  }
}

/** Runs must not call a provider that limits all of our accounts. */
async function refuseLimited(services: Services, transfer: TransferRow): Promise<void> {
  for (const which of ['from', 'to'] as const) {
    const account = accountOf(transfer, which);
    if (account.source === uploadsSource) continue;
    await refuseWhilePaused(services, account.source).catch((error) => {
      attributeError(error, account);
      throw error;
    });
  }
}

/** Folders first, so that every file finds its folder. */
async function work(opened: Run): Promise<void> {
  const { services, transfer, lease, signal } = opened;
  const { db } = services;
  const end = Date.now() + sliceMs;
  if ((await transferRoom(services, transfer.organization_id)) <= 0)
    return pauseTransfer(opened, 'Your plan’s transfer volume for this month is used up.');
  const planned = transfer.phase === 'planning' ? await plan(opened, end) : 'planned';
  if (planned === 'paused') return;
  let isInTime = planned === 'planned';
  if (isInTime) {
    opened.uploads = await storedUploads(services, transfer.id);
    isInTime = await workThrough(opened, { kinds: ['folder'], parallel: foldersAtOnce, end, work: makeFolder });
  }
  if (isInTime) {
    await lease.write((tx) =>
      sql`update transfers set phase = 'files', stalled = 0 where id = ${transfer.id} and phase = 'folders'`.execute(
        tx,
      ),
    );
    isInTime = await workThrough(opened, { kinds: ['file', 'native'], parallel: filesAtOnce, end, work: transferFile });
  }
  signal.throwIfAborted();
  opened.ledger.end();
  const again = isInTime ? await nextTryAt(db, transfer.id) : null;
  if (again) return waitUntil(opened, again, 'Sheaf retries what couldn’t be transferred yet.');
  if (isInTime && (await trashEmptiedFolders(opened, end))) return finishTransfer(opened);
  await lease.write((tx) => enqueueTransfer(tx, transfer.id));
}
