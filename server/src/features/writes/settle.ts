import type { RemoteItem } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import {
  arrangeInAccount,
  confirmInAccount,
  findKnown,
  findTwins,
  type Known,
  markDeleted,
  putBack,
  removeRefused,
  takePlaces,
  unmarkDeleted,
} from '../documents/index.ts';
import { inheritLinks } from '../links/index.ts';
import { inheritPending } from '../pending-shares/index.ts';
import { inheritShares } from '../sharing/index.ts';
import { inheritTags } from '../tags/index.ts';
import { refuseUpload } from './refuse-upload.ts';
import { endWrite, laterWrites, type Write } from './writes.queries.ts';

/** Called when the source has made the change. */
export async function confirmWrite(tx: Executor, write: Write, item: RemoteItem | null): Promise<void> {
  const known = await findKnown(tx, write.document_id);
  if (known && item) {
    await mergeTwins(tx, known, item);
    const later = await laterWrites(tx, write);
    await confirmInAccount(tx, known, item, {
      name: later.some(({ renames }) => renames),
      parent: later.some(({ moves }) => moves),
    });
  }
  await endWrite(tx, write.id, 'done');
}

/**
 * Merges a row that a transfer wrote for the same item meanwhile into the document, which keeps its labels and shares.
 */
async function mergeTwins(tx: Executor, known: Known, item: RemoteItem): Promise<void> {
  const twins = await findTwins(tx, known, item);
  if (twins.length === 0) return;
  await inheritTags(tx, twins);
  await inheritShares(tx, twins);
  await inheritLinks(tx, twins);
  await inheritPending(tx, twins);
  await takePlaces(tx, twins);
}

/**
 * Called when the source has refused: the document becomes again what the source has (`now`, if known), or what it was.
 */
export async function refuseWrite(
  tx: Executor,
  write: Write,
  now: RemoteItem | null,
  message: string | null,
): Promise<void> {
  const known = await findKnown(tx, write.document_id);
  if (known) {
    await takeBack(tx, write, known, now);
    for (const later of await laterWrites(tx, write)) await again(tx, later);
  }
  await endWrite(tx, write.id, 'refused', message);
}

async function takeBack(tx: Executor, write: Write, known: Known, item: RemoteItem | null): Promise<void> {
  const place = { accountId: known.account_id, folderId: write.parent_id };
  switch (write.kind) {
    case 'folder':
      return removeRefused(tx, known);
    case 'change':
      return putBack(tx, known, { item, name: write.name_before!, folderId: write.parent_before });
    case 'trash':
      return unmarkDeleted(tx, known.id, place, write.name);
    case 'restore':
      return markDeleted(tx, known.account_id, sql`id = ${known.id}`);
    case 'upload':
      return refuseUpload(tx, write, known, item);
  }
}

/** Applies later requests again. */
async function again(tx: Executor, { kind, document_id, name, parent_id }: Write): Promise<void> {
  if (kind === 'change') await arrangeInAccount(tx, document_id, parent_id, name);
}
