import type { Member } from '../../../http/viewer.ts';
import { kept } from '../../../platform/memory.ts';
import type { NameRoute } from './names.ts';

/**
 * What is cached about a list in one version of its member's view. It can't become outdated, since past versions are
 * never requested again, but it may be evicted.
 */
export interface ViewMemo {
  readonly name: string;
  total?: number;
  /** The ids of a short list in order, 16 bytes each. */
  ids?: Buffer;
  /** Pages of a long list by their offsets. Later pages are found faster from the nearest one. */
  pages: Map<number, FoundPage>;
  /** How names are searched in the list. */
  nameRoute?: NameRoute;
}

export interface FoundPage {
  ids: Buffer;
  /** The value of the first document that the list is ordered by. */
  key: string;
}

const maxMemos = 2000;
const maxPages = 64;
const maxBytes = 32 * 1024 * 1024;

const weight = ({ ids, pages }: ViewMemo): number =>
  [...pages.values()].reduce((sum, page) => sum + page.ids.length, ids?.length ?? 0);

const packed = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');

/** The memos of one instance. The least recently used ones are evicted. */
class ViewMemos {
  readonly #byName = new Map<string, ViewMemo>();
  #bytes = 0;

  /** The memo of a list, in the current version of the viewer's view. */
  of({ id, membership }: Member, key: string): ViewMemo {
    const name = `${membership.organizationId} ${id} ${membership.viewVersion} ${key}`;
    const memo = this.#byName.get(name) ?? { name, pages: new Map() };
    this.#byName.delete(name);
    this.#byName.set(name, memo);
    for (const [oldest, aged] of this.#byName) {
      if (this.#byName.size <= maxMemos && this.#bytes <= maxBytes) break;
      this.#bytes -= weight(aged);
      this.#byName.delete(oldest);
    }
    return memo;
  }

  keepIds(memo: ViewMemo, ids: readonly string[]): void {
    this.#keep(memo, () => {
      memo.ids = packed(ids);
    });
  }

  keepPage(memo: ViewMemo, offset: number, ids: readonly string[], key: string): void {
    this.#keep(memo, () => {
      memo.pages.delete(offset);
      memo.pages.set(offset, { ids: packed(ids), key });
      if (memo.pages.size > maxPages) memo.pages.delete(memo.pages.keys().next().value!);
    });
  }

  /** Changes a memo, unless it was evicted meanwhile. */
  #keep(memo: ViewMemo, change: () => void): void {
    if (this.#byName.get(memo.name) !== memo) return;
    this.#bytes -= weight(memo);
    change();
    this.#bytes += weight(memo);
  }
}

export const memosOf = kept(() => new ViewMemos());

/** Ids without hyphens, which PostgreSQL accepts as well. */
export function idsIn(ids: Buffer, offset: number, count: number): string[] {
  const found: string[] = [];
  for (let at = offset * 16; at < Math.min(ids.length, (offset + count) * 16); at += 16)
    found.push(ids.toString('hex', at, at + 16));
  return found;
}

/** The last cached page that starts at or before an offset. */
export function pageBefore({ pages }: ViewMemo, offset: number): { at: number; page: FoundPage } | null {
  let best: { at: number; page: FoundPage } | null = null;
  for (const [at, page] of pages) if (at <= offset && (!best || at > best.at)) best = { at, page };
  return best;
}
