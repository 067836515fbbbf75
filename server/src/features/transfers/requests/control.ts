import type { Transfer } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError, notFound } from '../../../errors.ts';
import type { Member } from '../../../http/viewer.ts';
import type { Services } from '../../../services.ts';
import { audit } from '../../audit/index.ts';
import { aboutTransfer } from '../about-transfer.ts';
import { planAgain, planRetry } from '../run/plan.ts';
import { presentTransfer } from '../transfers.present.ts';
import { enqueueTransfer, lockTransfer, notifyTransfer, type TransferRow } from '../transfers.queries.ts';

type State = Transfer['status'];
const open: readonly State[] = ['pending', 'running', 'paused'];

/** Makes one change under the lock of the row, where the required state is checked. */
function change(
  services: Services,
  viewer: Member,
  id: string,
  allowed: { from: readonly State[]; otherwise: string },
  work: (tx: Executor, transfer: TransferRow) => Promise<void>,
): Promise<Transfer> {
  return services.db.transaction().execute(async (tx) => {
    const transfer = await lockTransfer(tx, viewer, id);
    if (!transfer) throw notFound('This transfer');
    if (!allowed.from.includes(transfer.status)) throw new AppError('conflict', allowed.otherwise);
    await work(tx, transfer);
    await notifyTransfer(tx, id);
    return presentTransfer((await lockTransfer(tx, viewer, id)) ?? transfer);
  });
}

const ended = 'This transfer has ended.';

/** The run notices within a second; what is in progress has been recorded. */
export const pause = (services: Services, viewer: Member, id: string) =>
  change(
    services,
    viewer,
    id,
    { from: ['pending', 'running'], otherwise: 'This transfer isn’t running.' },
    async (tx) => {
      await sql`update transfers set status = 'paused', problem = null, bytes_under_way = 0 where id = ${id}`.execute(
        tx,
      );
    },
  );

export const resume = (services: Services, viewer: Member, id: string) =>
  change(services, viewer, id, { from: ['paused'], otherwise: 'This transfer isn’t paused.' }, async (tx) => {
    await sql`update transfers set status = 'pending', problem = null, stalled = 0 where id = ${id}`.execute(tx);
    await enqueueTransfer(tx, id);
  });

export const cancel = (services: Services, viewer: Member, id: string) =>
  change(services, viewer, id, { from: open, otherwise: ended }, (tx, transfer) => cancelOne(tx, viewer, transfer));

async function cancelOne(tx: Executor, viewer: Member, transfer: TransferRow): Promise<void> {
  const { id } = transfer;
  await sql`update transfers set status = 'cancelled', phase = 'done', problem = null, repeat = null, next_run_at = null,
    bytes_under_way = 0, stalled = 0, finished_at = now() where id = ${id}`.execute(tx);
  await enqueueTransfer(tx, id);
  await audit(tx, viewer, { action: 'transfer_canceled', ...aboutTransfer(transfer) });
}

/** Cancels the unfinished ones of these transfers of the viewer. */
export async function cancelTransfers(tx: Executor, viewer: Member, ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    const transfer = await lockTransfer(tx, viewer, id);
    if (!transfer || !open.includes(transfer.status)) continue;
    await cancelOne(tx, viewer, transfer);
    await notifyTransfer(tx, id);
  }
}

export const retry = (services: Services, viewer: Member, id: string) =>
  change(
    services,
    viewer,
    id,
    { from: ['completed_with_errors', 'failed'], otherwise: 'There’s nothing to retry.' },
    async (tx, { everything }) => {
      // Unfinished planning is resumed. Items that couldn't be listed appear only when everything is listed again.
      const anew = JSON.stringify(everything ? planAgain : planRetry);
      await sql`update transfers set status = 'pending', phase = 'planning', plan_cursor = case when total > 0 then coalesce(plan_cursor, ${anew}::jsonb) end,
        problem = null, stalled = 0, started_at = null, finished_at = null, next_run_at = null where id = ${id}`.execute(
        tx,
      );
      await enqueueTransfer(tx, id);
    },
  );

export const setRepeat = (services: Services, viewer: Member, id: string, repeat: Transfer['repeat']) =>
  change(
    services,
    viewer,
    id,
    { from: [...open, 'completed', 'completed_with_errors', 'failed'], otherwise: 'This transfer was canceled.' },
    async (tx, { finished_at }) => {
      // A transfer in progress gets its time when it ends.
      const next =
        repeat && finished_at ? sql`now() + ${repeat === 'hourly' ? '1 hour' : '1 day'}::interval` : sql`null`;
      await sql`update transfers set repeat = ${repeat}, next_run_at = ${next} where id = ${id}`.execute(tx);
    },
  );

export async function remove(services: Services, viewer: Member, id: string): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const transfer = await lockTransfer(tx, viewer, id);
    if (!transfer) throw notFound('This transfer');
    if (open.includes(transfer.status)) throw new AppError('conflict', 'Cancel this transfer first.');
    await sql`delete from transfers where id = ${id}`.execute(tx);
  });
}
