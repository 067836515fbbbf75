import { ConnectorError } from '../kit/errors.ts';
import type { Change, ChangeFeed, Cursor, RemoteId, RemoteItem } from '../kit/session.ts';
import { walkTree } from '../kit/walk/walk.ts';
import { folderNumber } from './adapt.ts';
import { eventsAfter, positionNow, type Touched, touchedBy } from './events.ts';
import type { Gateway } from './gateway.ts';
import { itemsOf } from './items.ts';
import { lookUp } from './look-up.ts';

const DAY = 86_400_000;
/** Box keeps a person’s events for at least two weeks, and may not report that it dropped older ones. */
const LIFE = 14 * DAY;
/** Event ids that are remembered to recognize repeats. */
const MAX_SEEN = 20_000;
/** Events of a folder that change nothing below it. */
const shallow: ReadonlySet<string> = new Set(['ITEM_CREATE', 'ITEM_RENAME']);
const AHEAD = 8;

/** A position in the events, and when it was current. */
interface FeedCursor {
  position: string;
  at: number;
}

/**
 * Box has one stream of events for the complete account, whatever the scope. Events are repeated and come out of order,
 * with their items as they were then. So they only tell which items to read again; the current state of those is
 * reported. For a folder that was moved, copied, shared or restored Box sends no events about its contents, so these
 * are listed and reported as well. For a deleted folder, nothing below is reported: it is deleted with the folder.
 *
 * There is no `watch`: webhooks of Box belong to single folders and are refused for the root folder, so none would
 * report all changes of an account.
 */
export function createChanges(gateway: Gateway, now: () => Date): ChangeFeed<RemoteItem> {
  const cursorAt = (position: string) =>
    JSON.stringify({ position, at: now().getTime() } satisfies FeedCursor) as Cursor;

  return {
    start: async () => cursorAt(await positionNow(gateway)),

    async *since(cursor, signal) {
      const start = parseCursor(cursor);
      if (now().getTime() - start.at > LIFE)
        throw new ConnectorError('cursor_expired', 'This place is older than what Box keeps');
      const seen = new Set<string>();
      let before = cursor;
      for (let { position } = start; ; ) {
        const page = await eventsAfter(gateway, position, signal);
        const fresh = page.events.filter(({ event_id }) => !seen.has(event_id));
        const isDayOld = now().getTime() - parseCursor(before).at > DAY;
        if (fresh.length === 0) {
          if (page.next !== position || isDayOld) yield { changes: [], cursor: cursorAt(page.next) };
          return;
        }
        if (seen.size > MAX_SEEN) seen.clear();
        for (const { event_id } of fresh) seen.add(event_id);
        const touched = touchedBy(fresh);
        const items = await lookUp(gateway, touched, signal);
        const changes = inSafeOrder(items);
        const unknown = foldersToList(touched, items);
        const after = cursorAt(page.next);
        // The cursor stays until everything is reported: after an interruption the page is reported again.
        yield { changes, cursor: unknown.length > 0 ? before : after };
        if (unknown.length > 0) {
          for await (const below of itemsBelow(gateway, unknown, signal)) yield { changes: below, cursor: before };
          yield { changes: [], cursor: after };
        }
        before = after;
        position = page.next;
      }
    },
  };
}

function parseCursor(cursor: Cursor): FeedCursor {
  try {
    const { position, at } = JSON.parse(cursor) as Partial<FeedCursor>;
    if (typeof position === 'string' && /^\d+$/.test(position) && typeof at === 'number') return { position, at };
  } catch {}
  throw new ConnectorError('cursor_expired', 'Not a cursor of this connector');
}

/** Folders first, deletions last: items that left a folder are reported before its deletion takes them along. */
function inSafeOrder(items: ReadonlyMap<RemoteId, RemoteItem | null>): Change<RemoteItem>[] {
  const rank = (item: RemoteItem | null) => (item === null ? 2 : item.kind === 'folder' ? 0 : 1);
  return [...items]
    .sort(([, a], [, b]) => rank(a) - rank(b))
    .map(([id, item]) => (item === null ? { kind: 'delete', id } : { kind: 'upsert', item }));
}

const foldersToList = (touched: readonly Touched[], items: ReadonlyMap<RemoteId, RemoteItem | null>): RemoteItem[] =>
  touched
    .filter(({ events }) => [...events].some((event) => !shallow.has(event)))
    .flatMap(({ id }) => items.get(id) ?? [])
    .filter(({ kind }) => kind === 'folder');

/** A folder that is gone by now is skipped: an event about it will follow. */
async function* itemsBelow(
  gateway: Gateway,
  roots: readonly RemoteItem[],
  signal: AbortSignal,
): AsyncGenerator<Change<RemoteItem>[]> {
  const list = async (folder: RemoteId, over: AbortSignal) => ({
    items: await itemsOf(gateway, folderNumber(folder), over),
  });
  for await (const { items } of walkTree({ roots, list, parallel: () => AHEAD, from: null, signal }))
    if (items.length > 0) yield items.map((item) => ({ kind: 'upsert', item }));
}
