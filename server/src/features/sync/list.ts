import {
  type Change,
  ConnectorError,
  type FileReads,
  type RemoteId,
  type RemoteItem,
  type Scope,
} from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { refreshStatistics } from '../../db/refresh-statistics.ts';
import type { Services } from '../../services.ts';
import {
  confirmSubtrees,
  deleteUnchanged,
  findBelow,
  findUnseen,
  markGone,
  markGoneAt,
  markUnseen,
} from '../documents/index.ts';
import { loadState, notifyAccount, type SyncState, saveNotIncluded, saveState } from '../sources/index.ts';
import { advanceBatch } from './batches.queries.ts';
import { clearFailures, keepFailures, settleListingFailures } from './failures.ts';
import { scopeKey } from './scope.ts';
import { type SyncRun, sliceMs } from './sync-run.ts';
import { openFence } from './write-fence.ts';
import { writeListed } from './write-listed.ts';

/** Reported items whose folder isn't known, in the order they were reported. */
type Waiting = Map<RemoteId, RemoteItem>;

/** Beyond this, listing the chosen folders again is cheaper and needs bounded memory. */
const maxWaiting = 20_000;
/** The number of files in a large account. */
const many = 10_000;

/**
 * Updates the list of documents: by the change feed if there is one, otherwise by listing everything. False when the
 * time of the slice is up.
 */
export async function updateList(run: SyncRun, files: FileReads, state: SyncState, scope: Scope): Promise<boolean> {
  const { db } = run.services;
  const slice: Slice = { run, files, end: Date.now() + sliceMs };
  const current = state.listingScope === scopeKey(scope);
  if (current && state.cursor && !state.listingRun && files.changes) return followChanges(slice, state, scope);
  const opened = state.listingRun && current ? state : await openListing(slice, state, scope);
  if (!(await listEverything(slice, opened, scope))) return false;
  const listed = (await loadState(db, state.id))!;
  // Items that moved during the listing may have escaped it, so changes must be known before anything is removed.
  if (files.changes) return followChanges(slice, listed, scope);
  // Without a feed, items added before this run to a folder listed by an earlier one are only found by listing again.
  if (opened.listingRun === run.batchId) return true;
  return listEverything(slice, await openListing(slice, listed, scope), scope);
}

interface Slice {
  run: SyncRun;
  files: FileReads;
  /** When its time is up, in milliseconds. */
  end: number;
}

/** Gets the feed's cursor before the listing starts, so that nothing is missed in between. */
async function openListing({ run, files }: Slice, state: SyncState, scope: Scope): Promise<SyncState> {
  const { services, lease, batchId } = run;
  const fence = await openFence(services.db, state.id);
  const listing_cursor = (await files.changes?.start(scope)) ?? null;
  return lease.write(async (tx) => {
    await fence.check(tx);
    await deleteUnchanged(tx, state.id);
    await saveState(tx, state.id, {
      listing: state.listing + 1,
      listing_run: batchId,
      listing_cursor,
      listing_scope: scopeKey(scope),
      checkpoint: null,
      not_included: '[]',
      ...(state.listingScope !== null && state.listingScope !== scopeKey(scope) && { choice_changed: true }),
    });
    return (await loadState(tx, state.id))!;
  });
}

/**
 * Stores each page with its checkpoint in one transaction, so that a killed run resumes at the page. False when time is
 * up.
 */
async function listEverything({ run, files, end }: Slice, state: SyncState, scope: Scope): Promise<boolean> {
  const { services, lease, batchId, signal } = run;
  // Only folders seen by a complete listing: an interrupted one may have named a folder without walking it.
  const known = async (folders: readonly RemoteId[]) => {
    const { rows } = await sql<{ remote_id: RemoteId; revision: string }>`select remote_id, revision from documents
      where account_id = ${state.id} and remote_id = any(${[...folders]}) and kind = 'folder'
        and listing <= ${state.completeListing}`.execute(services.db);
    return new Map(rows.map((row) => [row.remote_id, row.revision]));
  };
  const roots = scope.mode === 'all' ? null : scope.roots;
  const unseen = (after: RemoteId | null) => findUnseen(services.db, state, roots, after);
  const fence = await openFence(services.db, state.id);
  for await (const page of files.enumerate(scope, { from: state.checkpoint, signal, known, unseen })) {
    await lease.write(async (tx) => {
      await fence.check(tx);
      await writeListed(tx, state, page.items);
      // A folder that can't be read at the moment must not lose its content.
      await confirmSubtrees(tx, state, [...page.unchanged, ...page.failures.map(({ id }) => id)]);
      await keepFailures(
        tx,
        state.id,
        page.failures.map(({ id, error }) => ({ remoteId: id, name: id, error })),
        state.listing,
      );
      await saveNotIncluded(tx, state.id, page.notIncluded);
      await saveState(tx, state.id, { checkpoint: page.checkpoint });
      await advanceBatch(tx, batchId, { processed: page.items.length });
      await notifyAccount(tx, state.id);
    });
    if (Date.now() > end) return false;
  }
  signal.throwIfAborted();
  await lease.write(async (tx) => {
    await fence.check(tx);
    await markUnseen(tx, state);
    await settleListingFailures(tx, state.id, state.listing);
    await saveState(tx, state.id, {
      listing_run: null,
      complete_listing: state.listing,
      checkpoint: null,
      cursor: state.listingCursor,
      listing_cursor: null,
    });
  });
  if (state.completeListing === 0 && (await isLarge(services, state.id)))
    await refreshStatistics(services, 'documents', 'document_access');
  return true;
}

async function isLarge({ db }: Services, accountId: string): Promise<boolean> {
  const { rows } = await sql<{ files: number }>`select files from source_accounts where id = ${accountId}`.execute(db);
  return (rows[0]?.files ?? 0) >= many;
}

/**
 * Stores each page with its cursor in one transaction. With chosen folders only, an item whose folder isn't known may
 * belong to one on a later page: it waits, and so does the cursor, until the feed has ended. False when time is up.
 */
async function followChanges({ run, files, end }: Slice, state: SyncState, scope: Scope): Promise<boolean> {
  const { lease, batchId, signal } = run;
  const waiting: Waiting = new Map();
  let cursor = state.cursor;
  const fence = await openFence(run.services.db, state.id);
  const stored = (folder: RemoteId, after: RemoteId | null) => findBelow(run.services.db, state.id, folder, after);
  for await (const page of files.changes!.since(state.cursor!, signal, { stored })) {
    cursor = page.cursor;
    await lease.write(async (tx) => {
      await fence.check(tx);
      // In order: a page may report that an item was deleted and restored.
      for (const group of inOrder(page.changes)) {
        if (group.kind === 'gone') await goneAt(tx, state, group.paths, waiting);
        else if (group.kind === 'delete') await gone(tx, state, group.ids, waiting);
        else await writeInside(tx, state, scope, group.items, waiting);
      }
      await saveNotIncluded(tx, state.id, page.notIncluded);
      if (waiting.size === 0) await saveState(tx, state.id, { cursor });
      await advanceBatch(tx, batchId, { processed: page.changes.length });
      await notifyAccount(tx, state.id);
    });
    if (waiting.size > maxWaiting)
      throw new ConnectorError('cursor_expired', 'Too much changed to follow it one by one.');
    if (waiting.size === 0 && Date.now() > end) return false;
  }
  if (waiting.size === 0) return true;
  await lease.write(async (tx) => {
    await fence.check(tx);
    // These are certainly outside the choice; any that were inside have been moved out.
    await markGone(tx, state, [...waiting.keys()]);
    await saveState(tx, state.id, { cursor });
  });
  return true;
}

async function gone(tx: Executor, state: SyncState, ids: readonly RemoteId[], waiting: Waiting): Promise<void> {
  for (const id of ids) waiting.delete(id);
  await markGone(tx, state, ids);
  await clearFailures(tx, state.id, ids);
}

async function goneAt(tx: Executor, state: SyncState, paths: readonly string[], waiting: Waiting): Promise<void> {
  for (const { id, path } of waiting.values())
    if (paths.some((gone) => path === gone || path?.startsWith(`${gone}/`))) waiting.delete(id);
  await markGoneAt(tx, state, paths);
}

type Group =
  | { kind: 'delete'; ids: RemoteId[] }
  | { kind: 'gone'; paths: string[] }
  | { kind: 'upsert'; items: RemoteItem[] };

/** Groups consecutive changes of one kind, so that a page needs few statements. */
function inOrder(changes: readonly Change<RemoteItem>[]): Group[] {
  const groups: Group[] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (change.kind === 'delete') {
      if (last?.kind === 'delete') last.ids.push(change.id);
      else groups.push({ kind: 'delete', ids: [change.id] });
    } else if (change.kind === 'gone') {
      if (last?.kind === 'gone') last.paths.push(change.path);
      else groups.push({ kind: 'gone', paths: [change.path] });
    } else if (last?.kind === 'upsert') last.items.push(change.item);
    else groups.push({ kind: 'upsert', items: [change.item] });
  }
  return groups;
}

/** Writes items inside the choice: a chosen folder itself, or content of a known folder. The rest waits. */
async function writeInside(
  tx: Executor,
  state: SyncState,
  scope: Scope,
  items: readonly RemoteItem[],
  waiting: Waiting,
): Promise<void> {
  if (scope.mode === 'all') return writeListed(tx, state, items);
  // A later report replaces an earlier one.
  for (const item of items) waiting.set(item.id, item);
  const parents = [...new Set([...waiting.values()].flatMap(({ parentId }) => parentId ?? []))];
  const { rows } = await sql<{ remote_id: string }>`select remote_id from documents
    where account_id = ${state.id} and remote_id = any(${parents}) and gone_at is null`.execute(tx);
  const kept = new Set<string>([...rows.map((row) => row.remote_id), ...scope.roots]);
  const inside: RemoteItem[] = [];
  // Folders may come in any order; each round settles those whose parent was settled before.
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const item of waiting.values()) {
      if (!scope.roots.includes(item.id) && (item.parentId === null || !kept.has(item.parentId))) continue;
      kept.add(item.id);
      inside.push(item);
      waiting.delete(item.id);
    }
  }
  await writeListed(tx, state, inside);
}
