import type { files } from 'dropbox';
import { ConnectorError } from '../kit/errors.ts';
import type { Batch, Checkpoint, EnumerateOptions, RemoteId, RemoteItem, Scope } from '../kit/session.ts';
import type { Gateway } from './gateway.ts';
import { lookUp, pathOf } from './lookup.ts';
import { Parents } from './parents.ts';

const PAGE = 2000;

/** The folder that is being listed, counted from the first, and the place in its list. */
interface Place {
  root: number;
  cursor: string | null;
}

/** Everything in scope: Dropbox lists a folder with all that is below it. */
export async function* enumerate(
  gateway: Gateway,
  scope: Scope,
  { from, signal }: EnumerateOptions,
): AsyncGenerator<Batch<RemoteItem>> {
  const roots = scope.mode === 'all' ? [null] : scope.roots;
  const parents = new Parents(gateway);
  let place = readPlace(from);
  for (let root = roots[place.root]; root !== undefined; root = roots[place.root]) {
    signal.throwIfAborted();
    const following: Place = { root: place.root + 1, cursor: null };
    try {
      const { entries, cursor, has_more } = await page(gateway, root, place.cursor, signal);
      const items = await parents.place(entries, signal);
      place = has_more ? { ...place, cursor } : following;
      yield { items, failures: [], unchanged: [], checkpoint: checkpointOf(place) };
    } catch (error) {
      // One chosen folder that cannot be read does not stop the others; one that is gone has nothing to list.
      const isOfThisRoot = error instanceof ConnectorError && ['forbidden', 'not_found'].includes(error.code);
      if (root === null || !isOfThisRoot) throw error;
      place = following;
      const failures = error.code === 'not_found' ? [] : [{ id: root, error }];
      yield { items: [], failures, unchanged: [], checkpoint: checkpointOf(place) };
    }
  }
}

async function page(
  gateway: Gateway,
  root: RemoteId | null,
  cursor: string | null,
  signal: AbortSignal,
): Promise<files.ListFolderResult> {
  if (cursor !== null) return gateway.rpc('files/list_folder/continue', { cursor }, { signal });
  const path = root === null ? '' : pathOf(root);
  const [own, listed] = await Promise.all([
    root === null ? [] : lookUp(gateway, root).then((folder) => [folder]),
    gateway.rpc<files.ListFolderResult>('files/list_folder', { path, recursive: true, limit: PAGE }, { signal }),
  ]);
  return { ...listed, entries: [...own, ...listed.entries] };
}

const checkpointOf = (place: Place) => JSON.stringify(place) as Checkpoint;

function readPlace(checkpoint: Checkpoint | null): Place {
  return checkpoint === null ? { root: 0, cursor: null } : (JSON.parse(checkpoint) as Place);
}
