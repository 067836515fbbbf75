import { ConnectorError } from '../kit/errors.ts';
import type { RemoteId } from '../kit/session.ts';
import { type DropboxItem, idOf, itemOf, parentPath } from './adapt.ts';
import type { Entry, Gateway, Metadata } from './gateway.ts';

const MOST_REMEMBERED = 20_000;

/**
 * Finds the ids of the folders that entries are in: Dropbox names them by path only. Lives as long as one pass over
 * a list or a feed, whose entries in their order keep it true.
 */
export class Parents {
  readonly #gateway: Gateway;
  readonly #ids = new Map<string, RemoteId>();

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /**
   * The entries as items. One whose folder is gone is left out: the feed tells further on where it went. Deletions
   * only pass through the memory.
   */
  async place(entries: readonly Entry[], signal?: AbortSignal): Promise<DropboxItem[]> {
    const placed: { entry: Metadata; parent: string; parentId: RemoteId | null | undefined }[] = [];
    for (const entry of entries) {
      const path = entry.path_lower;
      if (path === undefined) continue;
      if (entry['.tag'] === 'deleted') this.#forget(path);
      else {
        const parent = parentPath(path);
        placed.push({ entry, parent, parentId: parent === '' ? null : this.#ids.get(parent) });
        if (entry['.tag'] === 'folder') this.#remember(path, idOf(entry));
      }
    }
    const missing = new Set(placed.filter(({ parentId }) => parentId === undefined).map(({ parent }) => parent));
    const found = new Map<string, RemoteId | undefined>();
    await Promise.all([...missing].map(async (path) => found.set(path, await this.#find(path, signal))));
    return placed.flatMap(({ entry, parent, parentId = found.get(parent) }) =>
      parentId === undefined ? [] : [itemOf(entry, parentId)],
    );
  }

  async #find(path: string, signal?: AbortSignal): Promise<RemoteId | undefined> {
    // Another entry of the page may have told it.
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const folder = await metadataAt(this.#gateway, path, signal);
    if (folder?.['.tag'] !== 'folder') return undefined;
    this.#remember(path, idOf(folder));
    return idOf(folder);
  }

  #remember(path: string, id: RemoteId): void {
    this.#ids.delete(path);
    this.#ids.set(path, id);
    if (this.#ids.size <= MOST_REMEMBERED) return;
    const [oldest] = this.#ids.keys();
    if (oldest !== undefined) this.#ids.delete(oldest);
  }

  #forget(path: string): void {
    for (const known of this.#ids.keys()) if (known === path || known.startsWith(`${path}/`)) this.#ids.delete(known);
  }
}

/** What is at a path or has an id; null where nothing is. */
export async function metadataAt(gateway: Gateway, path: string, signal?: AbortSignal): Promise<Metadata | null> {
  try {
    return await gateway.rpc<Metadata>('files/get_metadata', { path }, { ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof ConnectorError && error.code === 'not_found') return null;
    throw error;
  }
}
