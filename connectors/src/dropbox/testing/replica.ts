import type { Batch, Change, RemoteItem } from '../../kit/session.ts';
import type { DropboxItem } from '../adapt.ts';

/** A copy of an account for tests, kept in step with a feed that deletes by path. */
export class Replica {
  readonly items = new Map<string, DropboxItem>();
  /** Ids covered by a deletion and not reported since. */
  readonly #gone = new Set<string>();

  take({ items }: Pick<Batch<RemoteItem>, 'items'>): void {
    for (const item of items) this.#keep(item as DropboxItem);
  }

  apply(changes: readonly Change<RemoteItem>[]): void {
    for (const change of changes) {
      if (change.kind === 'upsert') this.#keep(change.item as DropboxItem);
      else if (change.kind === 'delete') this.#gone.add(change.id);
      else for (const { id, path } of this.items.values()) if (isWithin(path, change.path)) this.#gone.add(id);
    }
  }

  /**
   * To be called at the end of the feed: deletes items that a deletion covered and that were not reported again, and
   * returns their ids.
   */
  settle(): string[] {
    const gone = [...this.#gone];
    for (const id of gone) this.items.delete(id);
    this.#gone.clear();
    return gone;
  }

  #keep(item: DropboxItem): void {
    this.items.set(item.id, item);
    this.#gone.delete(item.id);
  }
}

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);
