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
import { advanceBatch, notify } from './batches.queries.ts';
import { forgetUnchanged, markUnseen } from './deletions.ts';
import { clearFailures, keepFailures, settleListingFailures } from './failures.ts';
import { scopeKey } from './scope.ts';
import { loadState, type SyncState, saveState } from './sync-state.ts';
import { confirmSubtrees, markGone, markGoneAt, writeItems } from './write-page.ts';

interface Run {
  db: Executor;
  files: FileReads;
  batchId: string;
  signal: AbortSignal;
}

/** Items told of whose folder is not known, in the order they were told. */
type Waiting = Map<RemoteId, RemoteItem>;

/** With more than this it is cheaper, and bounded in memory, to list the chosen folders anew. */
const mostWaiting = 20_000;

/** Brings the list of documents up to date: by the change feed where there is one, else by listing everything. */
export async function updateList(run: Run, state: SyncState, scope: Scope): Promise<void> {
  const current = state.listingScope === scopeKey(scope);
  if (current && state.cursor && !state.listingRun && run.files.changes) return followChanges(run, state, scope);
  const opened = state.listingRun && current ? state : await openListing(run, state, scope);
  await listEverything(run, opened, scope);
  const listed = (await loadState(run.db, state.id))!;
  // What moved while the listing went on may have escaped it: it must be known before what is gone is removed.
  if (run.files.changes) return followChanges(run, listed, scope);
  // Without a feed, what came before this run to a folder that an earlier one had listed is only found by listing anew.
  if (opened.listingRun !== run.batchId) await listEverything(run, await openListing(run, listed, scope), scope);
}

/** The feed's place is taken before the listing begins, so that nothing falls between the two. */
async function openListing({ db, files, batchId }: Run, state: SyncState, scope: Scope): Promise<SyncState> {
  const listing_cursor = (await files.changes?.start(scope)) ?? null;
  await db.transaction().execute(async (tx) => {
    await forgetUnchanged(tx, state.id);
    await saveState(tx, state.id, {
      listing: state.listing + 1,
      listing_run: batchId,
      listing_cursor,
      listing_scope: scopeKey(scope),
      checkpoint: null,
      ...(state.listingScope !== null && state.listingScope !== scopeKey(scope) && { choice_changed: true }),
    });
  });
  return (await loadState(db, state.id))!;
}

/** Each batch and its checkpoint in one transaction: a kill at any point resumes at the batch. */
async function listEverything({ db, files, batchId, signal }: Run, state: SyncState, scope: Scope): Promise<void> {
  // Only what stood as it is after a complete listing: one that was cut off may have told of a folder without walking it.
  const known = async (folders: readonly RemoteId[]) => {
    const { rows } = await sql<{ remote_id: RemoteId; revision: string }>`select remote_id, revision from documents
      where account_id = ${state.id} and remote_id = any(${[...folders]}) and kind = 'folder'
        and listing <= ${state.completeListing}`.execute(db);
    return new Map(rows.map((row) => [row.remote_id, row.revision]));
  };
  for await (const batch of files.enumerate(scope, { from: state.checkpoint, signal, known })) {
    await db.transaction().execute(async (tx) => {
      await writeItems(tx, state, batch.items);
      // A folder that cannot be read just now is no reason to lose what is below it.
      await confirmSubtrees(tx, state, [...batch.unchanged, ...batch.failures.map(({ id }) => id)]);
      await keepFailures(
        tx,
        state.id,
        batch.failures.map(({ id, error }) => ({ remoteId: id, name: id, error })),
        state.listing,
      );
      await saveState(tx, state.id, { checkpoint: batch.checkpoint });
      await advanceBatch(tx, batchId, { processed: batch.items.length });
      await notify(tx, state.id);
    });
  }
  signal.throwIfAborted();
  await db.transaction().execute(async (tx) => {
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
}

/**
 * Each page and its cursor in one transaction. With chosen folders only, an item whose folder is not known may belong
 * to one that a later page brings: it waits, and so does the cursor, until the feed has ended.
 */
async function followChanges({ db, files, batchId, signal }: Run, state: SyncState, scope: Scope): Promise<void> {
  const waiting: Waiting = new Map();
  let cursor = state.cursor;
  for await (const page of files.changes!.since(state.cursor!, signal)) {
    cursor = page.cursor;
    await db.transaction().execute(async (tx) => {
      // In order: a page may say that an item went and came back.
      for (const group of inOrder(page.changes)) {
        if (group.kind === 'gone') await goneAt(tx, state, group.paths, waiting);
        else if (group.kind === 'delete') await gone(tx, state, group.ids, waiting);
        else await writeInside(tx, state, scope, group.items, waiting);
      }
      if (waiting.size === 0) await saveState(tx, state.id, { cursor });
      await advanceBatch(tx, batchId, { processed: page.changes.length });
      await notify(tx, state.id);
    });
    if (waiting.size > mostWaiting)
      throw new ConnectorError('cursor_expired', 'Too much changed to follow it one by one.');
  }
  if (waiting.size === 0) return;
  await db.transaction().execute(async (tx) => {
    // Outside the choice for certain: if one was inside before, it has been moved out.
    await markGone(tx, state, [...waiting.keys()]);
    await saveState(tx, state.id, { cursor });
  });
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

/** Runs of changes of one kind, so that a page costs few statements. */
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

/** Writes what lies in the choice: a chosen folder itself, or what is in a folder that is kept. The rest waits. */
async function writeInside(
  tx: Executor,
  state: SyncState,
  scope: Scope,
  items: readonly RemoteItem[],
  waiting: Waiting,
): Promise<void> {
  if (scope.mode === 'all') return writeItems(tx, state, items);
  // What is told again replaces what was told before.
  for (const item of items) waiting.set(item.id, item);
  const parents = [...new Set([...waiting.values()].flatMap(({ parentId }) => parentId ?? []))];
  const { rows } = await sql<{ remote_id: string }>`select remote_id from documents
    where account_id = ${state.id} and remote_id = any(${parents}) and gone_at is null`.execute(tx);
  const kept = new Set<string>([...rows.map((row) => row.remote_id), ...scope.roots]);
  const inside: RemoteItem[] = [];
  // Folders may come in any order; each round settles those whose folder was settled before.
  for (let before = -1; before !== waiting.size; ) {
    before = waiting.size;
    for (const item of waiting.values()) {
      if (!scope.roots.includes(item.id) && (item.parentId === null || !kept.has(item.parentId))) continue;
      kept.add(item.id);
      inside.push(item);
      waiting.delete(item.id);
    }
  }
  await writeItems(tx, state, inside);
}
