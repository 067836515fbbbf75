import type { RemoteId } from '../../kit/session.ts';
import { type DropboxItem, idOf, itemOf, parentPath } from '../adapt.ts';
import type { Entry, Gateway, Metadata } from '../gateway.ts';
import { isTop } from '../home.ts';
import { folderAround } from '../lookup.ts';

const MAX_REMEMBERED = 20_000;

/**
 * Finds the ids of the parents of entries, which Dropbox gives by path only. Used for one pass over a list or a feed,
 * whose entries keep it up to date as long as they are applied in order.
 */
export class Parents {
  readonly #gateway: Gateway;
  readonly #ids = new Map<string, RemoteId>();
  #found: Metadata[] = [];

  constructor(gateway: Gateway) {
    this.#gateway = gateway;
  }

  /**
   * Converts entries to items. An entry whose folder is gone is left out: the feed reports later where it moved.
   * Deletions only update the known paths; the folder of a team member’s own files counts as the top.
   */
  async place(entries: readonly Entry[], signal?: AbortSignal): Promise<DropboxItem[]> {
    const home = await this.#gateway.home();
    const placed: { entry: Metadata; parent: string; parentId: RemoteId | null | undefined }[] = [];
    for (const entry of entries) {
      const path = entry.path_lower;
      if (path === undefined) continue;
      if (entry['.tag'] === 'deleted') this.#deleteBelow(path);
      else if (path !== home.lower) {
        const parent = parentPath(path);
        placed.push({ entry, parent, parentId: isTop(home, parent) ? null : this.#ids.get(parent) });
        if (entry['.tag'] === 'folder') this.#remember(path, idOf(entry));
      }
    }
    const missing = new Map(
      placed.filter(({ parentId }) => parentId === undefined).map(({ parent, entry }) => [parent, entry]),
    );
    const found = new Map<string, RemoteId | undefined>();
    await Promise.all(
      [...missing].map(async ([path, entry]) => found.set(path, await this.#find(path, entry, signal))),
    );
    return placed.flatMap(({ entry, parent, parentId = found.get(parent) }) =>
      parentId === undefined ? [] : [itemOf(entry, parentId)],
    );
  }

  /** The folders requested since the last call, which no entry was about so far. */
  takeFound(): Metadata[] {
    const found = this.#found;
    this.#found = [];
    return found;
  }

  async #find(path: string, child: Metadata, signal?: AbortSignal): Promise<RemoteId | undefined> {
    // Another entry of the page may have requested it.
    const known = this.#ids.get(path);
    if (known !== undefined) return known;
    const folder = await folderAround(this.#gateway, child, signal);
    if (folder?.['.tag'] !== 'folder') return undefined;
    this.#remember(path, idOf(folder));
    this.#found.push(folder);
    return idOf(folder);
  }

  #remember(path: string, id: RemoteId): void {
    this.#ids.delete(path);
    this.#ids.set(path, id);
    if (this.#ids.size <= MAX_REMEMBERED) return;
    const [oldest] = this.#ids.keys();
    if (oldest !== undefined) this.#ids.delete(oldest);
  }

  #deleteBelow(path: string): void {
    for (const known of this.#ids.keys()) if (known === path || known.startsWith(`${path}/`)) this.#ids.delete(known);
  }
}
