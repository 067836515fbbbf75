import type { RemoteItem } from '@sheaf/connectors';
import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../../db/pool.ts';
import { type Copy, findMoves, linkCopies, noteMoved, subtractMoved, takePlaces } from '../../documents/index.ts';
import { inheritLinks } from '../../links/index.ts';
import { inheritPending } from '../../pending-shares/index.ts';
import { inheritShares } from '../../sharing/index.ts';
import { writeListed } from '../../sync/index.ts';
import { inheritTags } from '../../tags/index.ts';
import type { TransferAccount } from '../sides/side.ts';

/** A file or folder that has arrived at the destination. */
export interface Arrival {
  documentId: string | null;
  item: RemoteItem;
  /** The SHA-256 of its bytes. */
  sha256: string | null;
}

/**
 * Writes what the next sync of the destination would, so that the items are visible at once and that sync finds them
 * unchanged. Each is linked to its original; bytes stored here already needn't be fetched again.
 */
export async function recordCopies(tx: Executor, to: TransferAccount, arrivals: readonly Arrival[]): Promise<void> {
  if (arrivals.length === 0) return;
  if (to.source !== uploadsSource) await writeAsSynced(tx, to, arrivals);
  await linkCopies(tx, to.id, copiesOf(arrivals));
}

const copiesOf = (arrivals: readonly Arrival[]): Copy[] =>
  arrivals.map(({ documentId, item, sha256 }) => ({ documentId, remoteId: item.id, sha256 }));

/** Writes items found at the source again although they seemed to have moved. */
export async function writeAsSynced(
  tx: Executor,
  account: TransferAccount,
  arrivals: readonly Pick<Arrival, 'item'>[],
): Promise<void> {
  const { rows } = await sql<{ listing: number }>`select greatest(listing, 1) as listing from source_accounts
    where id = ${account.id}`.execute(tx);
  const state = { ...account, listing: rows[0]!.listing };
  await writeListed(
    tx,
    state,
    arrivals.map(({ item }) => item),
  );
}

/**
 * Makes the document the new item: labels, collections, shares and activity stay with it. A row that a sync has written
 * for the new place meanwhile, or that was there before, is merged into it.
 */
export async function recordMoves(
  tx: Executor,
  by: { userId: string; detail: string },
  from: TransferAccount,
  to: TransferAccount,
  arrivals: readonly Arrival[],
): Promise<void> {
  if (arrivals.length === 0) return;
  await recordCopies(tx, to, arrivals);
  const moves = await findMoves(tx, { from: from.id, to: to.id }, copiesOf(arrivals));
  if (moves.length === 0) return;
  await inheritTags(tx, moves);
  await inheritShares(tx, moves);
  await inheritLinks(tx, moves);
  await inheritPending(tx, moves);
  if (from.source === uploadsSource) await subtractMoved(tx, from.id, moves);
  await takePlaces(tx, moves);
  await noteMoved(
    tx,
    by,
    moves.map(({ id }) => id),
  );
}
