import type { files } from 'dropbox';
import { ConnectorError } from '../../kit/errors.ts';
import type { Change, Cursor, RemoteId, RemoteItem, Scope } from '../../kit/session.ts';
import { DropboxFailure } from '../failures.ts';
import type { Gateway } from '../gateway.ts';
import { metadataAt, pathOf } from '../lookup.ts';
import { listPage } from './list-page.ts';
import { Parents } from './parents.ts';

/** The feed always covers the complete account; with selected folders, items outside of them are filtered out. */
interface FeedCursor {
  cursor: string;
  roots: readonly RemoteId[] | null;
}

interface Page {
  changes: readonly Change<RemoteItem>[];
  cursor: Cursor;
}

export function createChanges(gateway: Gateway) {
  return {
    async start(scope: Scope): Promise<Cursor> {
      const everything = { path: '', recursive: true };
      const route = 'files/list_folder/get_latest_cursor';
      const { cursor } = await gateway.rpc<files.ListFolderGetLatestCursorResult>(route, everything);
      return cursorOf({ cursor, roots: scope.mode === 'all' ? null : scope.roots });
    },

    async *since(at: Cursor, signal: AbortSignal): AsyncGenerator<Page> {
      const { roots, cursor: start } = parseCursor(at);
      const parents = new Parents(gateway);
      let cursor = start;
      let hasMore = true;
      while (hasMore) {
        signal.throwIfAborted();
        const page = await next(gateway, cursor, signal);
        const changes = await changesOf(gateway, parents, page.entries, roots, signal);
        cursor = page.cursor;
        hasMore = page.has_more;
        yield { changes, cursor: cursorOf({ cursor, roots }) };
      }
    },
  };
}

async function next(gateway: Gateway, cursor: string, signal: AbortSignal): Promise<files.ListFolderResult> {
  try {
    return await listPage(gateway, { cursor }, signal);
  } catch (error) {
    // Bad input has no tags: the cursor belongs to another account, or the person has changed teams since.
    if (error instanceof DropboxFailure && error.code === 'forbidden' && error.tags.length === 0) throw expired(error);
    throw error;
  }
}

/** Keeps Dropbox’s order, because later entries override earlier ones. */
async function changesOf(
  gateway: Gateway,
  parents: Parents,
  entries: files.ListFolderResult['entries'],
  roots: readonly RemoteId[] | null,
  signal: AbortSignal,
): Promise<Page['changes']> {
  const items = new Map((await parents.place(entries, signal)).map((item) => [item.path, item]));
  // Requested after the page was read: a root that moves later reports everything below it again in a later page.
  const within = roots === null || entries.length === 0 ? null : await pathsOf(gateway, roots, signal);
  return entries.flatMap((entry): Page['changes'] => {
    const path = entry.path_lower ?? '';
    if (entry['.tag'] === 'deleted') return [{ kind: 'gone', path }];
    const item = items.get(path);
    const isInScope = within === null || within.some((root) => path === root || path.startsWith(`${root}/`));
    return item && item.id === entry.id && isInScope ? [{ kind: 'upsert', item }] : [];
  });
}

async function pathsOf(gateway: Gateway, roots: readonly RemoteId[], signal: AbortSignal): Promise<string[]> {
  const found = await Promise.all(roots.map((root) => metadataAt(gateway, pathOf(root), signal)));
  return found.flatMap((folder) => folder?.path_lower ?? []);
}

const cursorOf = (state: FeedCursor) => JSON.stringify(state) as Cursor;
const expired = (cause: unknown) =>
  new ConnectorError('cursor_expired', 'Dropbox no longer knows this cursor', { cause });

function parseCursor(cursor: Cursor): FeedCursor {
  try {
    return JSON.parse(cursor) as FeedCursor;
  } catch (error) {
    throw expired(error);
  }
}
