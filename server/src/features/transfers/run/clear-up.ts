import { ConnectorError } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Lease } from '../../../jobs/lease.ts';
import type { Services } from '../../../services.ts';
import { requestRun } from '../../sync/index.ts';
import { SourceFile } from '../bytes/source-file.ts';
import { findFinished } from '../file/recover.ts';
import { describeArrival, parentOf } from '../file/transfer-file.ts';
import { listOriginalAgain, trashOriginal } from '../file/trash-original.ts';
import type { Settled } from '../ledger/ledger.ts';
import { enqueueTransfer, notifyTransfer, recountItems, type TransferRow, waitingItems } from '../transfers.queries.ts';
import { openRun, storedUploads } from './open-run.ts';
import type { Run } from './run-context.ts';

const atOnce = 500;
const cancelledAtOnce = 10_000;
const sliceMs = 2 * 60_000;
/** After this many attempts, what a cloud doesn't answer stays unknown. */
const maxTries = 30;
const pauseMs = 60_000;
/** After this many temporary failures in a row, the cloud is considered unavailable. */
const maxPassing = 12;

/**
 * Cleans up after a cancellation: nothing unfinished stays at the destination, every item has a result and a place, and
 * the lists of both accounts agree with the clouds. Each item is settled on its own: one that a cloud can't settle at
 * the moment is tried again later, and delays no other.
 */
export async function clearUp(
  services: Services,
  transfer: TransferRow,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const run = openRun(services, transfer, lease, signal, () => {});
  await cancelNeverStarted(run);
  let ended: 'all' | 'some' | 'late';
  try {
    ended = await settleStarted(run, Date.now() + sliceMs);
  } finally {
    await Promise.allSettled([run.from.close(), run.to.close()]);
  }
  if (ended === 'some') return clearUpLater(run);
  if (ended === 'late') return lease.write((tx) => enqueueTransfer(tx, transfer.id));
  await lease.write(async (tx) => {
    await sql`delete from transfer_uploads where transfer_id = ${transfer.id}`.execute(tx);
    await recountItems(tx, transfer.id);
    await notifyTransfer(tx, transfer.id);
  });
}

/** Includes folders: what was made of them stays. */
async function cancelNeverStarted({ lease, transfer, signal }: Run): Promise<void> {
  for (let left = true; left; signal.throwIfAborted()) {
    const { numAffectedRows } = await lease.write((tx) =>
      sql`update transfer_items set outcome = 'cancelled', reason = null, next_try_at = null,
          finished_at = now()
        where transfer_id = ${transfer.id} and number = any(array(select number from transfer_items i
          where transfer_id = ${transfer.id} and outcome = 'waiting' and (kind = 'folder' or not arrived)
            and not exists (select 1 from transfer_uploads u where u.transfer_id = i.transfer_id and u.number = i.number)
          limit ${cancelledAtOnce}))`.execute(tx),
    );
    left = numAffectedRows !== 0n;
  }
  await lease.write(async (tx) => {
    // Cancels items that waited for another attempt.
    if (transfer.stalled === 0)
      await sql`update transfer_items set next_try_at = null
        where transfer_id = ${transfer.id} and outcome = 'waiting' and next_try_at is not null`.execute(tx);
    await recountItems(tx, transfer.id);
    await notifyTransfer(tx, transfer.id);
  });
}

async function clearUpLater({ lease, transfer }: Run): Promise<void> {
  await lease.write(async (tx) => {
    await sql`update transfers set stalled = stalled + 1 where id = ${transfer.id}`.execute(tx);
    await enqueueTransfer(tx, transfer.id, { delayMs: pauseMs });
  });
}

const isPassing = ({ transfer }: Run, { code }: ConnectorError): boolean =>
  (code === 'unavailable' || code === 'rate_limited') && transfer.stalled < maxTries;

/** Ends everything that was started. `some`: others are tried again later; `late`: time is up. */
async function settleStarted(run: Run, end: number): Promise<'all' | 'some' | 'late'> {
  const { services, transfer, signal } = run;
  run.uploads = await storedUploads(services, transfer.id);
  let passing = 0;
  for (let after = 0; ; ) {
    const items = await waitingItems(services.db, transfer.id, ['file', 'native'], { after, max: atOnce });
    for (const item of items) {
      signal.throwIfAborted();
      if (Date.now() > end) return (await isAnyLeftForLater(run)) ? 'some' : 'late';
      const settled = await (item.arrived ? endMove(run, item) : endUpload(run, item));
      passing = settled.outcome === 'waiting' ? passing + 1 : 0;
      await run.ledger.settled(item.number, settled);
      if (passing > maxPassing) return 'some';
    }
    if (items.length < atOnce) break;
    after = items.at(-1)!.number;
  }
  return (await isAnyLeftForLater(run)) ? 'some' : 'all';
}

async function isAnyLeftForLater({ services, transfer }: Run): Promise<boolean> {
  const { rows } = await sql`select 1 from transfer_items where transfer_id = ${transfer.id} and outcome = 'waiting'
    and next_try_at is not null limit 1`.execute(services.db);
  return rows.length > 0;
}

const later: Settled = { outcome: 'waiting', retryInMs: pauseMs };

type Item = Awaited<ReturnType<typeof waitingItems>>[number];

/** The document is at its new place already: the original is removed, or becomes a document of its own. */
async function endMove(run: Run, item: Item): Promise<Settled> {
  const isListedAgain = run.transfer.stalled > 0;
  try {
    const settled = await trashOriginal(run, item);
    if (isListedAgain) await unlistSoon(run);
    return settled;
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    const isLater = isPassing(run, error);
    // It stays in the source's list until it is in the trash. One attempt suffices if it can't be read.
    if (!isLater || !isListedAgain) await listOriginalAgain(run, item);
    return isLater ? later : { outcome: 'transferred', reason: 'Copied. The original couldn’t be moved to the trash.' };
  }
}

/** The next sync of the source removes an original that was listed again. */
async function unlistSoon({ lease, from: { account } }: Run): Promise<void> {
  if (account.source === uploadsSource) return;
  const { id, organizationId } = account;
  await lease.write((tx) => requestRun(tx, { id, organization_id: organizationId }, []));
}

/** An upload may have become a file without being recorded; otherwise nothing of it stays. */
async function endUpload(run: Run, item: Item): Promise<Settled> {
  const upload = run.uploads.get(item.number);
  // The stored upload can't be read any longer.
  if (!upload) return { outcome: 'cancelled' };
  const source = new SourceFile(run, item);
  try {
    const finished = await findFinished(run, parentOf(run, item), item, source, upload);
    await run.discard(upload.handle, finished?.item.id);
    if (!finished) return { outcome: 'cancelled' };
    const reason = run.transfer.mode === 'move' ? 'Copied before you canceled. The original stays.' : null;
    return {
      ...describeArrival(run, item, source, finished),
      ...(reason && { reason }),
      outcome: 'transferred',
      isNew: upload.replaces === null,
    };
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    if (isPassing(run, error)) return later;
    run.services.log.warn({ err: error }, 'a cancelled upload could not be looked for');
    await run.discard(upload.handle);
    return { outcome: 'cancelled', reason: 'We couldn’t check whether it had arrived before you canceled.' };
  } finally {
    await source.close();
  }
}
