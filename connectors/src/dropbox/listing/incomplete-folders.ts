import { ConnectorError } from '../../kit/errors.ts';
import { parentPath } from '../adapt.ts';
import type { Entry, Gateway } from '../gateway.ts';
import { listPage } from './list-page.ts';

const PAGE = 2000;
const AT_ONCE = 16;
/** Larger listings aren’t checked, because their folders must fit into memory. */
const MAX_FOLDERS = 200_000;

const MAX_NOTED_BYTES = 8 * 1024;

/** The path of a folder, and the id or path to list it by. */
export type Folder = readonly [path: string, listedBy: string];

/** How much the clocks of Dropbox and of this server may differ. */
const CLOCKS_MS = 5 * 60_000;

/**
 * The folders that came out empty in a recursive listing. Some of them aren’t empty when listed on their own. After the
 * listing, Dropbox reports changes since its start on the same pages, so something new in a folder does not prove that
 * the folder was listed. An older file does, also for everything before it.
 */
export class IncompleteFolders {
  readonly #gateway: Gateway;
  readonly #begunAt: number;
  readonly #folders: Map<string, string>;
  readonly #withContent = new Set<string>();
  /** Folders whose content may be new. */
  readonly #unproved = new Set<string>();
  readonly #listed = new Set<string>();

  /** `begunAt` is the start of the listing. */
  constructor(gateway: Gateway, empty: readonly Folder[], begunAt: number) {
    this.#gateway = gateway;
    this.#folders = new Map(empty);
    this.#begunAt = begunAt;
  }

  note(entries: readonly Entry[]): void {
    if (this.#folders.size > MAX_FOLDERS) return;
    for (const entry of entries) {
      if (entry['.tag'] === 'deleted' || entry.path_lower === undefined) continue;
      this.#unproved.add(parentPath(entry.path_lower));
      if (entry['.tag'] === 'file' && Date.parse(entry.server_modified) < this.#begunAt - CLOCKS_MS) this.#prove();
      if (entry['.tag'] === 'folder' && !this.#listed.has(entry.path_lower))
        this.#folders.set(entry.path_lower, entry.id);
    }
  }

  #prove(): void {
    for (const path of this.#unproved) this.#withContent.add(path);
    this.#unproved.clear();
  }

  /** The folders that are empty so far, for a checkpoint; null if there are too many. */
  empty(): readonly Folder[] | null {
    let bytes = 0;
    const noted: Folder[] = [];
    for (const folder of this.#empty()) {
      bytes += Buffer.byteLength(JSON.stringify(folder));
      if (bytes > MAX_NOTED_BYTES) return null;
      noted.push(folder);
    }
    return noted;
  }

  /** The contents of these folders and of those found in them. */
  async *contents(signal: AbortSignal): AsyncGenerator<Entry[]> {
    for (let left = [...this.#empty()]; left.length > 0; left = [...this.#empty()]) {
      signal.throwIfAborted();
      const some = left.slice(0, AT_ONCE);
      const entries = (await Promise.all(some.map(([, folder]) => this.#list(folder, signal)))).flat();
      for (const [path] of some) {
        this.#folders.delete(path);
        this.#listed.add(path);
      }
      this.note(entries);
      if (entries.length > 0) yield entries;
    }
  }

  *#empty(): Generator<Folder> {
    if (this.#folders.size > MAX_FOLDERS) return;
    for (const folder of this.#folders) if (!this.#withContent.has(folder[0])) yield folder;
  }

  async #list(path: string, signal: AbortSignal): Promise<Entry[]> {
    const entries: Entry[] = [];
    try {
      let page = await listPage(this.#gateway, { path, limit: PAGE }, signal);
      entries.push(...page.entries);
      while (page.has_more) {
        page = await listPage(this.#gateway, { cursor: page.cursor }, signal);
        entries.push(...page.entries);
      }
    } catch (error) {
      // The folder was deleted meanwhile, or this person may not read it.
      const isOfThis = error instanceof ConnectorError && ['forbidden', 'not_found'].includes(error.code);
      if (!isOfThis) throw error;
    }
    return entries;
  }
}
