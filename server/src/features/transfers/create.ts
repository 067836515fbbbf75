import type { Transfer, TransferRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import { AppError } from '../../errors.ts';
import { type Member, ownedBy } from '../../http/viewer.ts';
import { newId } from '../../platform/uuid.ts';
import type { Services } from '../../services.ts';
import { type Chosen, choose, chosenDocuments } from './choose.ts';
import { presentTransfer } from './transfers.present.ts';
import { enqueueTransfer, findTransfer, notifyTransfer } from './transfers.queries.ts';
import { transferRoom } from './usage.ts';

const mostOpen = 100;

export async function createTransfer(services: Services, viewer: Member, asked: TransferRequest): Promise<Transfer> {
  const chosen = await choose(services, viewer, asked);
  await mustFitPlan(services, viewer, asked, chosen);
  const id = newId();
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ open: number }>`select count(*) as open from transfers
      where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id}
        and status in ('pending', 'running', 'paused')`.execute(tx);
    if (rows[0]!.open >= mostOpen)
      throw new AppError('conflict', `At most ${mostOpen} transfers can be open at a time.`);
    await tx
      .insertInto('transfers')
      .values({
        id,
        ...ownedBy(viewer),
        from_account_id: chosen.from.id,
        to_account_id: chosen.to.id,
        to_folder_id: chosen.folder?.id ?? null,
        to_folder_name: chosen.folder?.name ?? null,
        mode: asked.mode,
        on_conflict: asked.on_conflict,
        selection_type: asked.selection_type,
        document_ids: asked.document_ids,
        repeat: asked.repeat,
      })
      .execute();
    await enqueueTransfer(tx, id);
    await notifyTransfer(tx, id);
  });
  return presentTransfer((await findTransfer(services.db, viewer, id))!);
}

async function mustFitPlan({ db }: Services, viewer: Member, asked: TransferRequest, { from }: Chosen): Promise<void> {
  const room = await transferRoom(db, viewer.membership.organizationId);
  if (room === Number.MAX_SAFE_INTEGER) return;
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::bigint as bytes
    from (${chosenDocuments(from, asked)}) d where kind = 'file'`.execute(db);
  if (rows[0]!.bytes > room)
    throw new AppError(
      'plan_limit',
      'This is more than your plan transfers in a month. Choose less, or a larger plan.',
    );
}
