import { ConnectorError } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Services } from '../../services.ts';
import { depart } from './depart.ts';
import { openRun, storedUploads } from './opening.ts';
import type { Run } from './run-context.ts';
import { notifyTransfer, type TransferRow, waitingItems } from './transfers.queries.ts';

const atOnce = 10_000;

/** After somebody cancelled: nothing unfinished stays at the destination, and every item says what became of it. */
export async function clearUp(services: Services, transfer: TransferRow, signal: AbortSignal): Promise<void> {
  const { db, log } = services;
  const run = openRun(services, transfer, signal, () => {});
  try {
    await abortUploads(run);
    await endMoves(run);
  } catch (error) {
    if (!(error instanceof ConnectorError)) throw error;
    log.warn({ err: error }, 'a cancelled transfer could not be cleared up');
  } finally {
    await Promise.allSettled([run.from.close(), run.to.close()]);
  }
  for (let left = true; left; signal.throwIfAborted()) {
    const { numAffectedRows } = await sql`update transfer_items set outcome = 'cancelled', finished_at = now()
      where transfer_id = ${transfer.id} and number in (select number from transfer_items
        where transfer_id = ${transfer.id} and outcome = 'waiting' limit ${atOnce})`.execute(db);
    left = numAffectedRows !== 0n;
  }
  await notifyTransfer(db, transfer.id);
}

async function abortUploads({ services, transfer, to }: Run): Promise<void> {
  const uploads = await storedUploads(services, transfer.id);
  for (const { handle } of uploads.values()) {
    await to.writes.abort(handle).catch((error) => {
      if (!(error instanceof ConnectorError && error.code === 'not_found')) throw error;
    });
  }
  await sql`delete from transfer_uploads where transfer_id = ${transfer.id}`.execute(services.db);
}

/** What is at its new place already is moved for good. */
async function endMoves(run: Run): Promise<void> {
  if (run.transfer.mode !== 'move') return;
  const items = await waitingItems(run.services.db, run.transfer.id, ['file', 'native'], 0, atOnce);
  for (const item of items.filter(({ arrived }) => arrived))
    await run.ledger.settled(item.number, await depart(run, item));
}
