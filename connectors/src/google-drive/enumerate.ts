import { ConnectorError } from '../kit/errors.ts';
import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import { type DriveFile, FOLDER, toItem } from './adapt.ts';
import type { FilePage, Gateway } from './gateway.ts';
import { hasCode, isStalePage } from './refusals.ts';
import { WALK_START, type WalkState, walkFolders } from './walk-folders.ts';

/** First everything in one flat list, then what lies in shared folders; of chosen folders only the walk. */
type Place = { phase: 'flat'; pageToken?: string } | { phase: 'walk'; walk: WalkState } | { phase: 'done' };

const IS_FOLDER = `mimeType='${FOLDER}' and trashed=false`;

export async function* enumerate(
  gateway: Gateway,
  rootId: string,
  scope: Scope,
  { from, signal }: EnumerateOptions,
): AsyncGenerator<Batch<RemoteItem>> {
  let place: Place = from === null ? { phase: 'flat' } : parsePlace(from);
  const batch = (files: readonly DriveFile[], at: Place, failures: Batch<RemoteItem>['failures'] = []) => ({
    items: files.map((file) => toItem(file, rootId)),
    failures,
    unchanged: [],
    checkpoint: JSON.stringify(at) as Checkpoint,
  });
  if (place.phase === 'done') return;
  let plan: ReadonlySet<string>;
  if (scope.mode === 'all') {
    if (place.phase === 'flat') {
      for await (const { files, nextPageToken } of flatPages(gateway, place.pageToken, signal)) {
        place = nextPageToken ? { phase: 'flat', pageToken: nextPageToken } : { phase: 'walk', walk: WALK_START };
        yield batch(files, place);
      }
    }
    plan = await sharedFolders(gateway, signal);
  } else {
    const { files, failures } = await chosen(gateway, scope.roots, signal);
    if (place.phase === 'flat') {
      place = { phase: 'walk', walk: WALK_START };
      yield batch(files, place, failures);
    }
    plan = await foldersBelow(gateway, files, signal);
  }
  const walk = place.phase === 'walk' ? place.walk : WALK_START;
  for await (const { files, state } of walkFolders(gateway, plan, walk, signal)) {
    if (files.length > 0) yield batch(files, { phase: 'walk', walk: state });
  }
  yield batch([], { phase: 'done' });
}

function parsePlace(checkpoint: Checkpoint): Place {
  try {
    return JSON.parse(checkpoint);
  } catch (cause) {
    throw new ConnectorError('cursor_expired', 'Not a checkpoint of this connector', { cause });
  }
}

/** While one page is stored, the next is on its way. */
async function* flatPages(gateway: Gateway, from: string | undefined, signal?: AbortSignal): AsyncGenerator<FilePage> {
  const ask = (pageToken?: string) => gateway.list({ q: 'trashed=false', pageToken }, signal);
  let page = ask(from).catch((error: unknown) => {
    // The place is forgotten after some hours: everything again, which the caller knows by its ids.
    if (from !== undefined && isStalePage(error)) return ask();
    throw error;
  });
  for (;;) {
    const current = await page;
    if (!current.nextPageToken) return yield current;
    page = ask(current.nextPageToken);
    page.catch(() => {});
    yield current;
  }
}

/** Chosen folders that are gone are left out; those that cannot be asked for are told as failures. */
async function chosen(gateway: Gateway, roots: readonly RemoteId[], signal?: AbortSignal) {
  const files: DriveFile[] = [];
  const failures: { id: RemoteId; error: ConnectorError }[] = [];
  const ask = async (id: RemoteId) => {
    try {
      const file = await gateway.file(id, signal);
      if (!file.trashed) files.push(file);
    } catch (error) {
      if (!hasCode(error, 'forbidden') && !hasCode(error, 'not_found')) throw error;
      if (hasCode(error, 'forbidden')) failures.push({ id, error: error as ConnectorError });
    }
  };
  await Promise.all(roots.map(ask));
  return { files, failures };
}

async function* folders(gateway: Gateway, condition: string, signal?: AbortSignal): AsyncGenerator<DriveFile> {
  let pageToken: string | undefined;
  do {
    const page = await gateway.list({ q: `${condition}${IS_FOLDER}`, pageToken, fields: 'id,parents' }, signal);
    yield* page.files;
    pageToken = page.nextPageToken;
  } while (pageToken !== undefined);
}

/** Flat lists leave out what lies in folders that others share, until it was opened once. */
async function sharedFolders(gateway: Gateway, signal?: AbortSignal): Promise<ReadonlySet<string>> {
  const plan = new Set<string>();
  for await (const { id } of folders(gateway, 'sharedWithMe=true and ', signal)) plan.add(id!);
  return plan;
}

/** The chosen folders and all below them, from one flat list of the account's folders. */
async function foldersBelow(
  gateway: Gateway,
  chosen: readonly DriveFile[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const plan = new Set(chosen.filter(({ mimeType }) => mimeType === FOLDER).map(({ id }) => id!));
  if (plan.size === 0) return plan;
  const inside = new Map<string, string[]>();
  for await (const { id, parents } of folders(gateway, '', signal)) {
    for (const parent of parents ?? []) inside.set(parent, [...(inside.get(parent) ?? []), id!]);
  }
  for (const id of plan) for (const child of inside.get(id) ?? []) plan.add(child);
  return plan;
}
