import { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Lease } from '../../../jobs/lease.ts';
import type { Services } from '../../../services.ts';
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

/**
 * After somebody cancelled: nothing unfinished stays at the destination, every item says what became of it and where it
 * is, and the lists of both accounts agree with the clouds.
 */
export async function clearUp(
  services: Services,
  transfer: TransferRow,
  lease: Lease,
  signal: AbortSignal,
): Promise<void> {
  const run = openRun(services, transfer, lease, signal, () => {});
  try {
    if (!(await settleStarted(run, Date.now() + sliceMs)))
      return await lease.write((tx) => enqueueTransfer(tx, transfer.id));
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    // A cloud that is out of reach: what is there is not known yet.
    return await clearUpLater(run);
  } finally {
    await Promise.allSettled([run.from.close(), run.to.close()]);
  }
  await lease.write((tx) => sql`delete from transfer_uploads where transfer_id = ${transfer.id}`.execute(tx));
  for (let left = true; left; signal.throwIfAborted()) {
    const { numAffectedRows } = await lease.write((tx) =>
      sql`update transfer_items set outcome = 'cancelled', reason = null, next_try_at = null,
          finished_at = now()
        where transfer_id = ${transfer.id} and number = any(array(select number from transfer_items
          where transfer_id = ${transfer.id} and outcome = 'waiting' limit ${cancelledAtOnce}))`.execute(tx),
    );
    left = numAffectedRows !== 0n;
  }
  await lease.write(async (tx) => {
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

/** After that many tries, what a cloud does not say stays unknown. */
const mostTries = 30;
const pauseMs = 60_000;

const isPassing = ({ transfer }: Run, { code }: ConnectorError): boolean =>
  (code === 'unavailable' || code === 'rate_limited') && transfer.stalled < mostTries;

/** What had been started is brought to an end, whether it was due or not. False: time is up. */
async function settleStarted(run: Run, end: number): Promise<boolean> {
  const { services, transfer, signal } = run;
  run.uploads = await storedUploads(services, transfer.id);
  for (let after = 0; ; ) {
    const page = { after, most: atOnce, due: false };
    const items = await waitingItems(services.db, transfer.id, ['file', 'native'], page);
    for (const item of items) {
      signal.throwIfAborted();
      if (Date.now() > end) return false;
      const settled = item.arrived ? await endMove(run, item) : await endUpload(run, item);
      if (settled) await run.ledger.settled(item.number, settled);
    }
    if (items.length < atOnce) return true;
    after = items.at(-1)!.number;
  }
}

type Item = Awaited<ReturnType<typeof waitingItems>>[number];

/** The document is at its new place already: the original follows, or else is a document of its own again. */
async function endMove(run: Run, item: Item): Promise<Settled> {
  try {
    return await trashOriginal(run, item);
  } catch (error) {
    if (!(error instanceof ConnectorError) || isPassing(run, error)) throw error;
    await listOriginalAgain(run, item);
    return { outcome: 'transferred', reason: 'Copied. The original couldn’t be moved to the trash.' };
  }
}

/** An upload may have become a file before that was on record; else nothing of it stays. Null: it was never started. */
async function endUpload(run: Run, item: Item): Promise<Settled | null> {
  const upload = run.uploads.get(item.number);
  if (!upload) return null;
  const source = new SourceFile(run, item);
  try {
    const finished = await findFinished(run, parentOf(run, item), item, source, upload);
    await run.discard(upload.handle, finished?.item.id);
    if (!finished) return null;
    const reason = run.transfer.mode === 'move' ? 'Copied before you canceled. The original stays.' : null;
    return { ...describeArrival(run, item, source, finished), ...(reason && { reason }), outcome: 'transferred' };
  } catch (error) {
    if (!(error instanceof ConnectorError) || isPassing(run, error)) throw error;
    run.services.log.warn({ err: error }, 'a cancelled upload could not be looked for');
    await run.discard(upload.handle);
    return { outcome: 'cancelled', reason: 'We couldn’t check whether it had arrived before you canceled.' };
  } finally {
    await source.close();
  }
}
