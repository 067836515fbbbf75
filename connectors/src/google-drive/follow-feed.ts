import { ConnectorError } from '../kit/errors.ts';
import { hasCode, isStalePage } from '../kit/google/refusals.ts';
import type { Change, RemoteItem } from '../kit/session.ts';
import { type DriveChange, type DriveFile, toChange, toItem } from './adapt.ts';
import { fileOrNone } from './confirm-unseen.ts';
import type { ChangePage, Gateway } from './gateway.ts';
import { sharedDriveItem } from './shared-drives/shared-drives.ts';
import { WALK_START, walkFolders } from './walk-folders.ts';

export interface ReadFeed {
  gateway: Gateway;
  rootId: string;
  /** Whether there are shared drives: items that leave one feed may then appear in another. */
  hasOthers: boolean;
  /** Returns the parent through which a file with several parents is selected. */
  parentInScope(file: DriveFile): Promise<string | null>;
  signal: AbortSignal;
}

/**
 * Reads one feed from a position to its end. For a folder that was moved, shared or restored from the trash Drive
 * reports the folder alone, so the items below are listed and reported here as well. For a deleted folder, nothing
 * below is reported: it is deleted with the folder.
 */
export async function* followFeed(
  read: ReadFeed,
  from: string,
  driveId?: string,
): AsyncGenerator<{ changes: Change<RemoteItem>[]; token: string }> {
  const { gateway, rootId, signal } = read;
  for (let token = from; ; ) {
    const page = await pageAt(gateway, token, driveId, signal);
    if (page === null) return;
    const next = page.nextPageToken ?? page.newStartPageToken ?? token;
    const all = await Promise.all(page.changes.map((change) => certain(read, change)));
    const changes = inSafeOrder(all.filter((change) => change !== null));
    const moved = changes.flatMap((change) =>
      change.kind === 'upsert' && change.item.kind === 'folder' ? [change.item.id] : [],
    );
    // The position stays until everything is reported: after an interruption the page is reported again.
    if (moved.length > 0) {
      yield { changes, token };
      for await (const { parent, files } of walkFolders(gateway, new Set(moved), WALK_START, signal)) {
        const below = files.map((file) => ({ kind: 'upsert', item: toItem(file, rootId, parent) }) as const);
        if (below.length > 0) yield { changes: below, token };
      }
    }
    if (moved.length > 0 || changes.length > 0 || next !== token)
      yield { changes: moved.length > 0 ? [] : changes, token: next };
    if (page.nextPageToken === undefined) return;
    token = next;
  }
}

/**
 * Returns the change to report. An item that one feed calls removed may have moved to another feed that was read
 * already.
 */
async function certain(read: ReadFeed, change: DriveChange): Promise<Change<RemoteItem> | null> {
  const { gateway, rootId, hasOthers, signal } = read;
  if (change.changeType === 'drive')
    return change.removed || !change.drive?.name
      ? null
      : { kind: 'upsert', item: sharedDriveItem({ id: change.driveId ?? null, name: change.drive.name }) };
  const asked = change.removed && change.fileId && hasOthers ? await fileOrNone(gateway, change.fileId, signal) : null;
  const now = asked ? { ...change, removed: false, file: asked } : change;
  const several = (now.file?.parents?.length ?? 0) > 1 ? await read.parentInScope(now.file!) : null;
  return toChange(now, rootId, several ?? undefined);
}

/** Null if a shared drive no longer exists. */
async function pageAt(
  gateway: Gateway,
  token: string,
  driveId: string | undefined,
  signal: AbortSignal,
): Promise<ChangePage | null> {
  try {
    return await gateway.changes(token, driveId, signal);
  } catch (error) {
    const isGone = hasCode(error, 'not_found');
    if (isGone && driveId !== undefined) return null;
    if (!isGone && !isStalePage(error)) throw error;
    throw new ConnectorError('cursor_expired', 'Google Drive no longer knows this place in its changes', {
      cause: error,
    });
  }
}

/** Items that left a folder are reported before its deletion, so that they are not deleted along with it. */
const rank = (change: Change<RemoteItem>) => (change.kind !== 'upsert' ? 2 : change.item.kind === 'folder' ? 0 : 1);
const inSafeOrder = (changes: Change<RemoteItem>[]) => changes.sort((a, b) => rank(a) - rank(b));
