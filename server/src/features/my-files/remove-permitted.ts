import { uploadsSource } from '@sheaf/contract';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import type { Member } from '../../http/viewer.ts';
import type { Services } from '../../services.ts';
import { isInTrash, markDeleted, unmarkDeletedInPlace, wasDeletedByItself } from '../documents/index.ts';
import { cannotWrite } from '../sources/index.ts';
import { recordRestores, recordTrash } from '../writes/index.ts';
import { countReasons, type LeftOut, lockAccountsOf, type Reach, reachOf, refusalOf } from './left-out.ts';
import { findDeleted, folderGone, leavesShare, mayRemove, noteDeleted, noteRestored, restoreHere } from './remove.ts';

interface Found extends Reach {
  id: string;
  account_id: string;
  remote_id: string;
  kind: string;
}

/**
 * Moves those of these documents to the trash that the viewer and the apps can delete. Returns them, which of them were
 * not deleted along with a folder, and why others are left out.
 */
export async function deletePermitted(
  services: Services,
  tx: Executor,
  viewer: Member,
  ids: readonly string[],
): Promise<{ deleted: string[]; tops: string[]; leftOut: LeftOut[] }> {
  const { organizationId } = viewer.membership;
  const accounts = await lockAccountsOf(tx, viewer, ids);
  const { rows } = await sql<Found>`select d.id, d.account_id, d.remote_id, d.kind, ${reachOf(viewer)}
    from documents d where d.id = any(${[...ids]}::uuid[]) and d.account_id = any(${accounts.map(({ id }) => id)}::uuid[])
      and d.deleted_at is null`.execute(tx);
  const byAccount = Map.groupBy(rows, ({ account_id }) => account_id);
  const deleted: string[] = [];
  const reasons: string[] = [];
  for (const account of accounts) {
    const mine: string[] = [];
    for (const found of byAccount.get(account.id) ?? []) {
      const item = { remoteId: found.remote_id, isFolder: found.kind === 'folder' };
      const reason = refusalOf(viewer, found, 'delete') ?? cannotWrite(services, account, item).delete;
      if (reason) reasons.push(reason);
      else mine.push(found.id);
    }
    if (mine.length === 0) continue;
    const owned = { accountId: account.id, owner: { organizationId, userId: account.user_id } };
    if (account.source === uploadsSource) await markDeleted(tx, account.id, sql`id = any(${mine}::uuid[])`);
    else await recordTrash(services, tx, viewer, owned, mine);
    deleted.push(...mine);
  }
  const tops = await sql<{ id: string }>`select d.id from documents d
    where d.id = any(${deleted}::uuid[]) and d.deleted_at = now() and ${wasDeletedByItself}`.execute(tx);
  const topIds = tops.rows.map(({ id }) => id);
  await noteDeleted(tx, viewer, topIds);
  return { deleted, tops: topIds, leftOut: countReasons(reasons) };
}

interface Trashed {
  id: string;
  account_id: string;
  remote_id: string;
  kind: string;
  may: boolean;
}

/**
 * Restores those of these documents that are still in the trash, as far as their apps can; folders before their
 * content. Returns why others are left out.
 */
export async function restorePermitted(
  services: Services,
  tx: Executor,
  viewer: Member,
  ids: readonly string[],
): Promise<LeftOut[]> {
  const { organizationId } = viewer.membership;
  const accounts = await lockAccountsOf(tx, viewer, ids);
  const { rows } =
    await sql<Trashed>`select d.id, d.account_id, d.remote_id, d.kind, ${mayRemove(viewer)} as may from documents d
    where d.id = any(${[...ids]}::uuid[]) and d.account_id = any(${accounts.map(({ id }) => id)}::uuid[])
      and ${isInTrash}`.execute(tx);
  const known = new Map(rows.map((row) => [row.id, row]));
  const inOrder = ids.flatMap((id) => known.get(id) ?? []);
  const reasons = inOrder.flatMap(({ may }) => (may ? [] : [noLonger]));
  const back: string[] = [];
  for (const account of accounts) {
    const mine = inOrder.filter(({ account_id, may }) => account_id === account.id && may);
    if (account.source === uploadsSource) reasons.push(...(await restoreOwn(tx, viewer, account.id, mine)));
    else if (mine.length > 0) {
      const owned = { accountId: account.id, owner: { organizationId, userId: account.user_id } };
      const items = mine.map(({ id, remote_id, kind }) => ({ id, remoteId: remote_id, isFolder: kind === 'folder' }));
      const restored = await recordRestores(services, tx, viewer, owned, items);
      reasons.push(...restored.reasons);
      back.push(...restored.back);
    }
  }
  await noteRestored(tx, viewer, back);
  return countReasons(reasons);
}

const noLonger = 'You can no longer change them.';

/** Returns why others stay in the trash. */
async function restoreOwn(
  tx: Executor,
  viewer: Member,
  accountId: string,
  trashed: readonly Trashed[],
): Promise<string[]> {
  const ids = trashed.map(({ id }) => id);
  const back = await unmarkDeletedInPlace(tx, accountId, ids);
  await noteRestored(tx, viewer, back);
  const isBack = new Set(back);
  const reasons: string[] = [];
  for (const id of ids) {
    if (isBack.has(id)) continue;
    const [found] = await findDeleted(tx, viewer, [id]);
    if (!found!.deleted) continue;
    if (leavesShare(viewer, found!)) reasons.push(folderGone);
    else await restoreHere(tx, viewer, found!);
  }
  return reasons;
}
