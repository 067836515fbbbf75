import { hasCode, isStalePage } from '../kit/google/refusals.ts';
import { type DriveFile, FOLDER, quoted } from './adapt.ts';
import type { FilePage, Gateway } from './gateway.ts';

/** The number of searches requested in advance. */
const AHEAD = 8;
const MAX_NOTED = 300;

/** The state of a walk: small, whatever the size of the tree. */
export interface WalkState {
  /** Planned folders up to this id are done. */
  after: string;
  /** A search with more pages, and the value of `after` once it is done. */
  group?: { ids: string[]; pageToken: string; onceDone: string };
  /**
   * Folders found during the walk that were not planned. Null if there are too many to record, so a resumed walk starts
   * again.
   */
  found: string[] | null;
}

export const WALK_START: WalkState = { after: '', found: [] };

interface Search {
  id: string;
  page: Promise<FilePage>;
  /** The value of `after` once it is done; undefined for a folder that was not planned. */
  onceDone?: string | undefined;
}

/**
 * Lists everything below some folders. All folders known in advance are walked in the order of their ids, so that one
 * id records the progress; folders found during the walk come after them.
 *
 * Every folder is searched separately: a search for the children of several at once sometimes returns only some of them
 * or none, and claims to be complete.
 */
export async function* walkFolders(
  gateway: Gateway,
  plan: ReadonlySet<string>,
  from: WalkState,
  signal?: AbortSignal,
): AsyncGenerator<{ parent: string; files: DriveFile[]; state: WalkState }> {
  const start = from.found === null ? WALK_START : from;
  const found = [...(start.found ?? [])];
  const seen = new Set([...plan, ...found, ...(start.group?.ids ?? [])]);
  let { after } = start;
  const search = (id: string, pageToken?: string) => quietly(children(gateway, id, pageToken, signal));
  const asked: Search[] = [];

  if (start.group) {
    const { ids, pageToken, onceDone } = start.group;
    const [id, ...others] = ids;
    // An earlier version searched several at once, whose answer may have been incomplete: each is searched again.
    if (others.length > 0) found.unshift(...ids);
    else if (id !== undefined) asked.push({ id, page: search(id, pageToken), onceDone });
    if (others.length > 0) after = onceDone;
  }
  const planned = [...plan].filter((id) => id > after && id !== asked[0]?.id).sort();
  let next = 0;
  const askAhead = () => {
    while (asked.length < AHEAD) {
      const id = planned[next];
      if (id !== undefined) asked.push({ id, page: search(id), onceDone: planned[next++] });
      else if (found.length > 0) asked.push(ofFound(found.shift()!));
      else return;
    }
  };
  const ofFound = (id: string): Search => ({ id, page: search(id) });
  /** The found folders that are not done. */
  const left = () => [...asked.flatMap(({ id, onceDone }) => (onceDone === undefined ? [id] : [])), ...found];

  for (askAhead(); asked.length > 0; askAhead()) {
    const current = asked.shift()!;
    for (let page = current.page; ; ) {
      const { files, nextPageToken } = await page;
      for (const { id, mimeType } of files) {
        if (mimeType !== FOLDER || seen.has(id!)) continue;
        seen.add(id!);
        found.push(id!);
      }
      if (nextPageToken) page = search(current.id, nextPageToken);
      else after = current.onceDone ?? after;
      const onceDone = current.onceDone ?? after;
      const group = nextPageToken ? { group: { ids: [current.id], pageToken: nextPageToken, onceDone } } : {};
      const notDone = left();
      yield {
        parent: current.id,
        files,
        state: { after, ...group, found: notDone.length > MAX_NOTED ? null : notDone },
      };
      if (!nextPageToken) break;
    }
  }
}

/** A search requested in advance may fail before anyone waits for it. */
function quietly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

/** A folder that no longer exists has no children. */
async function children(
  gateway: Gateway,
  id: string,
  pageToken: string | undefined,
  signal?: AbortSignal,
): Promise<FilePage> {
  try {
    return await gateway.list({ q: `${quoted(id)} in parents and trashed=false`, pageToken }, signal);
  } catch (error) {
    // Page tokens expire after some hours; the search then starts at the first page again.
    if (pageToken !== undefined && isStalePage(error)) return children(gateway, id, undefined, signal);
    if (hasCode(error, 'not_found')) return { files: [] };
    throw error;
  }
}
