import { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import { type JobHandler, onJob } from '../../jobs/queue.ts';
import { clearUp } from './clear-up.ts';
import { finishTransfer, pauseTransfer, stopFor, waitFor } from './end-run.ts';
import { workThrough } from './files.ts';
import { makeFolder } from './folders.ts';
import { openRun, storedUploads } from './opening.ts';
import { plan } from './plan.ts';
import type { Run } from './run-context.ts';
import { tidyFolders } from './tidy.ts';
import { transferFile } from './transfer-file.ts';
import { enqueueTransfer, findAnyTransfer, nextTryAt, transferJob } from './transfers.queries.ts';
import { transferRoom } from './usage.ts';

const sliceMs = 5 * 60_000;
const beatMs = 1_000;
/** At a time; the pacers of both accounts decide how many of them really run, while others wait for the ledger. */
const [filesAtOnce, foldersAtOnce] = [64, 8];

/** One run of a transfer: it goes on wherever the one before was paused, sent away or killed. */
const run = onJob(transferJob, async ({ transferId }, services, signal) => {
  const { db, log } = services;
  const transfer = await findAnyTransfer(db, transferId);
  if (!transfer) return;
  if (transfer.status === 'cancelled') return clearUp(services, transfer, signal);
  if (transfer.status !== 'pending' && transfer.status !== 'running') return;
  const gone = [transfer.from_status, transfer.to_status].includes('disconnected');
  if (gone)
    return pauseTransfer(services, transfer, 'One of the accounts is disconnected. Connect it again, then go on.');
  await sql`update transfers set status = 'running', problem = null, bytes_under_way = 0, started_at = coalesce(started_at, now())
    where id = ${transferId} and status in ('pending', 'running')`.execute(db);
  const stopped = new AbortController();
  const opened = openRun(services, transfer, AbortSignal.any([signal, stopped.signal]), () => stopped.abort());
  const beats = setInterval(() => opened.ledger.beat().catch(() => {}), beatMs);
  try {
    await work(opened);
  } catch (error) {
    if (signal.aborted) throw error;
    // Paused or cancelled by the person: what is under way is on record.
    if (stopped.signal.aborted) return;
    if (!(error instanceof ConnectorError)) log.error({ err: error, transferId }, 'transfer failed');
    await stopFor(services, transfer, error);
  } finally {
    clearInterval(beats);
    await Promise.allSettled([opened.from.close(), opened.to.close()]);
  }
});
export const runTransfer: JobHandler = { ...run, patient: true };

/** The tree first, so that every file finds its folder. */
async function work(opened: Run): Promise<void> {
  const { services, transfer, signal } = opened;
  const { db } = services;
  const end = Date.now() + sliceMs;
  if ((await transferRoom(db, transfer.organization_id)) <= 0)
    return pauseTransfer(services, transfer, 'The bytes that your plan transfers in a month are used up.');
  if (transfer.phase === 'planning' && !(await plan(services, transfer, signal))) return;
  opened.uploads = await storedUploads(services, transfer.id);
  const folders = { kinds: ['folder'] as const, parallel: foldersAtOnce, end, work: makeFolder };
  const files = { kinds: ['file', 'native'] as const, parallel: filesAtOnce, end, work: transferFile };
  let isInTime = await workThrough(opened, folders);
  if (isInTime) {
    await sql`update transfers set phase = 'files', stalled = 0 where id = ${transfer.id} and phase = 'folders'`.execute(
      db,
    );
    isInTime = await workThrough(opened, files);
  }
  signal.throwIfAborted();
  if (!isInTime) return enqueueTransfer(db, transfer.id);
  const again = await nextTryAt(db, transfer.id);
  if (again) return waitFor(services, transfer, again, 'What could not be transferred yet is tried again by itself.');
  await tidyFolders(opened);
  await finishTransfer(services, transfer);
}
