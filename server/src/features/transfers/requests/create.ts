import type { Transfer, TransferRequest } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { AppError } from '../../../errors.ts';
import { type Member, ownedBy } from '../../../http/viewer.ts';
import { newId } from '../../../platform/uuid.ts';
import type { Services } from '../../../services.ts';
import { audit } from '../../audit/index.ts';
import type { Owner } from '../../documents/index.ts';
import { limitReached, limitsOf } from '../../plans/index.ts';
import { aboutTransfer } from '../about-transfer.ts';
import { monthlyUsage } from '../ledger/monthly-usage.ts';
import { isFullySynced, type Listing, newestListing } from '../listing/listing.queries.ts';
import { planFrom } from '../run/plan.ts';
import { presentTransfer } from '../transfers.present.ts';
import { enqueueTransfer, findTransfer, notifyTransfer } from '../transfers.queries.ts';
import { type Chosen, choose, chosenDocuments } from './choose.ts';
import { withListed } from './listed-documents.ts';

const maxOpen = 100;

/**
 * Creates a transfer between the viewer's own accounts, or within one shared for editing. The person who requests it
 * follows it.
 */
export async function createTransfer(
  services: Services,
  viewer: Member,
  owner: Owner,
  given: TransferRequest,
  mayStay = false,
): Promise<Transfer> {
  const asked = await withListed(services, viewer, given);
  const chosen = await choose(services, viewer, asked, owner, mayStay);
  const listing = await finishedListing(services, chosen, asked);
  const id = await services.db
    .transaction()
    .execute((tx) => insertTransfer(services, tx, viewer, { asked, chosen, listing }));
  return presentTransfer((await findTransfer(services.db, viewer, id))!);
}

/**
 * Same, in the transaction of a caller that has checked that the documents exist and may be transferred to a listed
 * folder. Returns the id.
 */
export async function createTransferOf(
  services: Services,
  tx: Executor,
  viewer: Member,
  owner: Owner,
  given: Omit<TransferRequest, 'list'>,
): Promise<string> {
  const asked = { ...given, list: {} };
  const chosen = await choose({ ...services, db: tx }, viewer, asked, owner, asked.mode === 'copy');
  return insertTransfer(services, tx, viewer, { asked, chosen, listing: null });
}

interface Planned {
  asked: TransferRequest;
  chosen: Chosen;
  listing: Listing | null;
}

async function insertTransfer(
  services: Services,
  tx: Executor,
  viewer: Member,
  { asked, chosen, listing }: Planned,
): Promise<string> {
  const id = newId();
  const announced_bytes = await mustFitPlan(services, tx, viewer, asked, chosen, listing);
  const { rows } = await sql<{ open: number }>`select count(*) as open from transfers
    where organization_id = ${viewer.membership.organizationId} and user_id = ${viewer.id}
      and status in ('pending', 'running', 'paused')`.execute(tx);
  if (rows[0]!.open >= maxOpen)
    throw new AppError('conflict', `You can have up to ${maxOpen} unfinished transfers at a time.`);
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
      selection_type: asked.selection_type === 'selected' ? 'selected' : 'all',
      everything: asked.selection_type === 'all',
      plan_cursor: listing && JSON.stringify(planFrom(listing.id)),
      document_ids: asked.selection_type === 'selected' ? asked.document_ids : [],
      repeat: asked.repeat,
      announced_bytes,
    })
    .execute();
  await enqueueTransfer(tx, id);
  await notifyTransfer(tx, id);
  await audit(tx, viewer, { action: 'transfer_started', ...aboutTransfer(described(id, chosen, asked)) });
  return id;
}

const described = (id: string, { from, to, folder }: Chosen, { mode }: TransferRequest) => ({
  id,
  from_source: from.source,
  from_name: from.name,
  to_source: to.source,
  to_name: to.name,
  to_folder_name: folder?.name ?? null,
  mode,
});

/** The list that the person reviewed. Without one, the transfer makes its own. */
async function finishedListing({ db }: Services, { from }: Chosen, asked: TransferRequest): Promise<Listing | null> {
  if (asked.selection_type !== 'all' || (await isFullySynced(db, from))) return null;
  const newest = await newestListing(db, from);
  return newest?.status === 'done' ? newest : null;
}

/** Must be taken before the lock of any account. */
export async function lockTransfers(tx: Executor, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`transfers ${organizationId}`}, 0))`.execute(tx);
}

/**
 * Returns the bytes it announces. Runs one at a time in each workspace, so that every transfer counts those before it.
 */
async function mustFitPlan(
  services: Services,
  tx: Executor,
  viewer: Member,
  asked: TransferRequest,
  { from }: Chosen,
  listing: Listing | null,
): Promise<number> {
  const { organizationId, role } = viewer.membership;
  await lockTransfers(tx, organizationId);
  const { plan, used, announced } = await monthlyUsage(tx, organizationId);
  const limit = limitsOf(services, plan).transfer_bytes;
  const { rows } = await sql<{ bytes: number }>`select coalesce(sum(size), 0)::bigint as bytes
    from (${chosenDocuments(from, asked, listing)}) d where kind = 'file'`.execute(tx);
  const { bytes } = rows[0]!;
  if (limit !== null && used + announced + bytes > limit)
    throw limitReached(services, { plan, limit: 'transfer_bytes', used: used + announced, role });
  return bytes;
}
