import { type DriveFile, FOLDER, quoted } from './adapt.ts';
import type { FilePage, Gateway } from './gateway.ts';
import { hasCode, isStalePage } from './refusals.ts';

/** Folders whose children are asked for in one search. */
const TOGETHER = 50;
/** Searches that run ahead of the one being read. */
const AHEAD = 4;
const MOST_NOTED = 300;

/** Where a walk stands: small, whatever the size of the tree. */
export interface WalkState {
  /** Planned folders up to this id are done. */
  after: string;
  /** A search with more pages to come, and what `after` becomes with it. */
  group?: { ids: string[]; pageToken: string; onceDone: string };
  /** Folders met on the way that the plan did not have. Null: too many to note, so the walk begins anew. */
  found: string[] | null;
}

export const WALK_START: WalkState = { after: '', found: [] };

/**
 * Everything below some folders. The plan is every folder known beforehand, walked in the order of ids, so that one id
 * says how far it got; folders that show up besides come after it.
 */
export async function* walkFolders(
  gateway: Gateway,
  plan: ReadonlySet<string>,
  from: WalkState,
  signal?: AbortSignal,
): AsyncGenerator<{ files: DriveFile[]; state: WalkState }> {
  const start = from.found === null ? WALK_START : from;
  const found = [...(start.found ?? [])];
  const seen = new Set([...plan, ...found, ...(start.group?.ids ?? [])]);
  let { after } = start;
  const search = (ids: readonly string[], pageToken?: string) => quietly(children(gateway, ids, pageToken, signal));

  async function* read(ids: string[], first: Promise<FilePage>, onceDone: string) {
    for (let page = first; ; ) {
      const { files, nextPageToken } = await page;
      for (const { id, mimeType } of files) {
        if (mimeType !== FOLDER || seen.has(id!)) continue;
        seen.add(id!);
        found.push(id!);
      }
      if (nextPageToken) page = search(ids, nextPageToken);
      else after = onceDone;
      const noted = found.length > MOST_NOTED ? null : [...found];
      const group = nextPageToken ? { group: { ids, pageToken: nextPageToken, onceDone } } : {};
      yield { files, state: { after, ...group, found: noted } };
      if (!nextPageToken) return;
    }
  }

  if (start.group) {
    const { ids, pageToken, onceDone } = start.group;
    yield* read(ids, search(ids, pageToken), onceDone);
  }
  const groups = grouped([...plan].filter((id) => id > after).sort());
  const ahead: Promise<FilePage>[] = [];
  for (const [at, ids] of groups.entries()) {
    while (ahead.length < AHEAD && at + ahead.length < groups.length) ahead.push(search(groups[at + ahead.length]!));
    yield* read(ids, ahead.shift()!, ids.at(-1)!);
  }
  while (found.length > 0) {
    const ids = found.splice(0, TOGETHER);
    yield* read(ids, search(ids), after);
  }
}

function grouped(ids: readonly string[]): string[][] {
  const groups: string[][] = [];
  for (let at = 0; at < ids.length; at += TOGETHER) groups.push(ids.slice(at, at + TOGETHER));
  return groups;
}

/** A search asked for early may fail before anyone waits for it. */
function quietly<T>(work: Promise<T>): Promise<T> {
  work.catch(() => {});
  return work;
}

async function children(
  gateway: Gateway,
  ids: readonly string[],
  pageToken: string | undefined,
  signal?: AbortSignal,
): Promise<FilePage> {
  if (ids.length === 0) return { files: [] };
  const parents = ids.map((id) => `${quoted(id)} in parents`).join(' or ');
  try {
    return await gateway.list({ q: `(${parents}) and trashed=false`, pageToken }, signal);
  } catch (error) {
    // The place is forgotten after some hours: from the first page again.
    if (pageToken !== undefined && isStalePage(error)) return children(gateway, ids, undefined, signal);
    // One folder that is gone fails the search for all.
    if (!hasCode(error, 'not_found')) throw error;
    const left = await existing(gateway, ids, signal);
    return children(gateway, left.length < ids.length ? left : [], undefined, signal);
  }
}

async function existing(gateway: Gateway, ids: readonly string[], signal?: AbortSignal): Promise<string[]> {
  const found = await Promise.all(
    ids.map((id) =>
      gateway.file(id, signal).then(
        () => id,
        (error: unknown) => {
          if (hasCode(error, 'not_found')) return null;
          throw error;
        },
      ),
    ),
  );
  return found.filter((id) => id !== null);
}
