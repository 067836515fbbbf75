import { type NameRules, type RemoteId, type RemoteItem, withSuffix } from '@sheaf/connectors';
import type { Side } from '../sides/side.ts';

/** The maximum of names kept over all folders; the least recently used folder is dropped first. */
const maxNames = 200_000;

/** The content of a folder at the destination, and the names reserved in it. */
export class Folder {
  readonly #names = new Map<string, RemoteItem[]>();
  readonly #rules: NameRules;
  /** Items that this run put here, found here or will replace, with the number of the transfer's item. */
  readonly brought = new Map<RemoteId, number>();
  size = 0;

  constructor(rules: NameRules) {
    this.#rules = rules;
  }

  /** Whether names are reserved here. */
  get isBusy(): boolean {
    return [...this.#names.values()].some((items) => items.length === 0);
  }

  /** Sets the current content; reserved names stay reserved. */
  fill(items: readonly RemoteItem[]): void {
    for (const [key, known] of this.#names) if (known.length > 0) this.#names.delete(key);
    this.size = 0;
    for (const item of items) this.add(item);
  }

  #key(name: string): string {
    return this.#rules.caseInsensitive ? name.normalize().toLowerCase() : name.normalize();
  }

  /** Null if the name is free; empty if it is reserved. */
  find(name: string): readonly RemoteItem[] | null {
    return this.#names.get(this.#key(name)) ?? null;
  }

  add(item: RemoteItem): void {
    const key = this.#key(item.name);
    const others = (this.#names.get(key) ?? []).filter(({ id }) => id !== item.id);
    this.#names.set(key, [...others, item]);
    this.size++;
  }

  reserve(name: string): void {
    const key = this.#key(name);
    if (!this.#names.has(key)) this.#names.set(key, []);
  }

  /** Only if nothing came of the reservation. */
  release(name: string): void {
    const key = this.#key(name);
    if (this.#names.get(key)?.length === 0) this.#names.delete(key);
  }

  remove(item: { id: string; name: string }): void {
    const key = this.#key(item.name);
    const left = (this.#names.get(key) ?? []).filter(({ id }) => id !== item.id);
    if (left.length > 0) this.#names.set(key, left);
    else this.#names.delete(key);
  }

  /** The name itself, or its first free variant. */
  firstFree(wanted: string): string {
    for (const name of this.variants(wanted)) if (this.find(name) === null) return name;
    throw new Error('unreachable');
  }

  /** 'name.txt', 'name (2).txt' and so on. */
  *variants(name: string): Generator<string> {
    yield name;
    for (let number = 2; ; number++) yield withSuffix(name, ` (${number})`, this.#rules);
  }
}

/** The folders of the destination, each read once and kept up to date with this transfer's changes. */
export class FolderNames {
  readonly #side: Side;
  readonly #folders = new Map<RemoteId | null, Promise<Folder>>();
  #known = 0;

  constructor(side: Side) {
    this.#side = side;
  }

  async of(id: RemoteId | null): Promise<Folder> {
    const folder = this.#folders.get(id) ?? this.#read(id);
    // Moves it to the end, so that the least recently used comes first.
    this.#folders.delete(id);
    this.#folders.set(id, folder);
    return folder;
  }

  /** Reads a folder again that others changed. */
  async look(id: RemoteId | null): Promise<Folder> {
    const folder = await this.of(id);
    folder.fill(await this.#list(id));
    return folder;
  }

  #read(id: RemoteId | null): Promise<Folder> {
    const reading = this.#list(id).then(async (items) => {
      const folder = new Folder(this.#side.names);
      folder.fill(items);
      this.#known += folder.size;
      await this.#shrink(id);
      return folder;
    });
    reading.catch(() => this.#folders.delete(id));
    return reading;
  }

  async #list(id: RemoteId | null): Promise<RemoteItem[]> {
    const all: RemoteItem[] = [];
    let page: Parameters<Side['files']['browse']>[1] = null;
    do {
      const { items, next }: Awaited<ReturnType<Side['files']['browse']>> = await this.#side.files.browse(id, page);
      for (const item of items) all.push(slim(item));
      page = next;
    } while (page !== null && all.length < maxNames);
    return all;
  }

  async #shrink(keep: RemoteId | null): Promise<void> {
    for (const [id, reading] of this.#folders) {
      if (this.#known <= maxNames) return;
      const folder = id === keep ? null : await reading.catch(() => null);
      if (!folder || folder.isBusy) continue;
      this.#folders.delete(id);
      this.#known -= folder.size;
    }
  }
}

/** Without fields that aren't needed later, since there may be many items. */
const slim = ({ ownerName: _owner, webUrl: _url, exports: _exports, ...item }: RemoteItem): RemoteItem => item;
