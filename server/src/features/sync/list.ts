import type { Change, FileReads, RemoteId, RemoteItem, Scope } from '@sheaf/connectors';
import { sql } from 'kysely';
import type { Executor } from '../../db/pool.ts';
import { advanceBatch, notify } from './batches.queries.ts';
import { markUnseen } from './deletions.ts';
import { clearFailures, keepFailures } from './failures.ts';
import { scopeKey } from './scope.ts';
import { loadState, type SyncState, saveState } from './sync-state.ts';
import { confirmSubtrees, markGone, markGoneAt, writeItems } from './write-page.ts';

interface Run {
  db: Executor;
  files: FileReads;
  batchId: string;
  signal: AbortSignal;
}

/** Brings the list of documents up to date: by the change feed where there is one, else by listing everything. */
export async function updateList(run: Run, state: SyncState, scope: Scope): Promise<void> {
  const current = state.listingScope === scopeKey(scope);
  if (current && state.cursor && !state.listingOpen && run.files.changes) return followChanges(run, state, scope);
  const opened = state.listingOpen && current ? state : await openListing(run, state, scope);
  return listEverything(run, opened, scope);
}

/** The feed's place is taken before the listing begins, so that nothing falls between the two. */
async function openListing({ db, files }: Run, state: SyncState, scope: Scope): Promise<SyncState> {
  const listing_cursor = (await files.changes?.start(scope)) ?? null;
  await saveState(db, state.id, {
    listing: state.listing + 1,
    listing_open: true,
    listing_cursor,
    listing_scope: scopeKey(scope),
    checkpoint: null,
  });
  return (await loadState(db, state.id))!;
}

/** Each batch and its checkpoint in one transaction: a kill at any point resumes at the batch. */
async function listEverything({ db, files, batchId, signal }: Run, state: SyncState, scope: Scope): Promise<void> {
  // Only what a complete listing saw: one that was cut off may have told of a folder without walking it.
  const known = async (folders: readonly RemoteId[]) => {
    const { rows } = await sql<{ remote_id: RemoteId; revision: string }>`select remote_id, revision from documents
      where account_id = ${state.id} and remote_id = any(${[...folders]}) and kind = 'folder'
        and listing = ${state.completeListing}`.execute(db);
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
      );
      await saveState(tx, state.id, { checkpoint: batch.checkpoint });
      await advanceBatch(tx, batchId, { processed: batch.items.length });
      await notify(tx, state.id);
    });
  }
  signal.throwIfAborted();
  await db.transaction().execute(async (tx) => {
    await markUnseen(tx, state);
    await saveState(tx, state.id, {
      listing_open: false,
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
  let waiting: RemoteItem[] = [];
  let cursor = state.cursor;
  for await (const page of files.changes!.since(state.cursor!, signal)) {
    cursor = page.cursor;
    await db.transaction().execute(async (tx) => {
      // In order: a page may say that an item went and came back.
      for (const group of inOrder(page.changes)) {
        if (group.kind === 'gone') await markGoneAt(tx, state, group.paths);
        else if (group.kind === 'delete') {
          await markGone(tx, state, group.ids);
          await clearFailures(tx, state.id, group.ids);
        } else waiting = await writeInside(tx, state, scope, [...waiting, ...group.items]);
      }
      if (waiting.length === 0) await saveState(tx, state.id, { cursor });
      await advanceBatch(tx, batchId, { processed: page.changes.length });
      await notify(tx, state.id);
    });
  }
  if (waiting.length === 0) return;
  await db.transaction().execute(async (tx) => {
    // Outside the choice for certain: if one was inside before, it has been moved out.
    await markGone(
      tx,
      state,
      waiting.map(({ id }) => id),
    );
    await saveState(tx, state.id, { cursor });
  });
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

/** Writes what lies in the choice: a chosen folder itself, or what is in a folder that is kept. Answers the rest. */
async function writeInside(
  tx: Executor,
  state: SyncState,
  scope: Scope,
  items: readonly RemoteItem[],
): Promise<RemoteItem[]> {
  if (scope.mode === 'all') {
    await writeItems(tx, state, items);
    return [];
  }
  const parents = [...new Set(items.flatMap(({ parentId }) => parentId ?? []))];
  const { rows } = await sql<{ remote_id: string }>`select remote_id from documents
    where account_id = ${state.id} and remote_id = any(${parents}) and gone_at is null`.execute(tx);
  const kept = new Set<string>([...rows.map((row) => row.remote_id), ...scope.roots]);
  const inside: RemoteItem[] = [];
  let undecided = [...items];
  // Folders may come in any order; each round settles those whose folder was settled before.
  for (let before = -1; before !== undecided.length; ) {
    before = undecided.length;
    undecided = undecided.filter((item) => {
      const counts = scope.roots.includes(item.id) || (item.parentId !== null && kept.has(item.parentId));
      if (!counts) return true;
      kept.add(item.id);
      inside.push(item);
      return false;
    });
  }
  await writeItems(tx, state, inside);
  return undecided;
}
