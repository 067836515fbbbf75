import type { Member } from '../../../http/viewer.ts';
import type { NameRoute } from './names.ts';

/**
 * What is known of a list in one version of what its member sees. A version that is passed is never asked for again,
 * so nothing here can be out of date; it only ages out.
 */
export interface ViewMemo {
  readonly name: string;
  total?: number;
  /** Of a short list: the ids in order, 16 bytes each. */
  ids?: Buffer;
  /** Of a long one: pages that were found, by their offsets; from each, those behind it are near. */
  pages: Map<number, FoundPage>;
  /** How names are looked for in it. */
  nameRoute?: NameRoute;
}

export interface FoundPage {
  ids: Buffer;
  /** What the list is ordered by, of the first document. */
  key: string;
}

const maxMemos = 2000;
const maxPages = 64;
const maxBytes = 32 * 1024 * 1024;

const memos = new Map<string, ViewMemo>();
let bytes = 0;

const weight = ({ ids, pages }: ViewMemo): number =>
  [...pages.values()].reduce((sum, page) => sum + page.ids.length, ids?.length ?? 0);

const packed = (ids: readonly string[]): Buffer => Buffer.from(ids.join('').replaceAll('-', ''), 'hex');

/** The memo of a list, for who asks now. The least recently used ones go. */
export function memoOf({ id, membership }: Member, key: string): ViewMemo {
  const name = `${membership.organizationId} ${id} ${membership.viewVersion} ${key}`;
  const memo = memos.get(name) ?? { name, pages: new Map() };
  memos.delete(name);
  memos.set(name, memo);
  for (const [oldest, aged] of memos) {
    if (memos.size <= maxMemos && bytes <= maxBytes) break;
    bytes -= weight(aged);
    memos.delete(oldest);
  }
  return memo;
}

/** Changes what is remembered of a list, unless it has aged out meanwhile. */
function keep(memo: ViewMemo, change: () => void): void {
  if (memos.get(memo.name) !== memo) return;
  bytes -= weight(memo);
  change();
  bytes += weight(memo);
}

export function keepIds(memo: ViewMemo, ids: readonly string[]): void {
  keep(memo, () => {
    memo.ids = packed(ids);
  });
}

/** In the short way of writing them, which PostgreSQL takes as well: without hyphens. */
export function idsIn(ids: Buffer, offset: number, count: number): string[] {
  const found: string[] = [];
  for (let at = offset * 16; at < Math.min(ids.length, (offset + count) * 16); at += 16)
    found.push(ids.toString('hex', at, at + 16));
  return found;
}

export function keepPage(memo: ViewMemo, offset: number, ids: readonly string[], key: string): void {
  keep(memo, () => {
    memo.pages.delete(offset);
    memo.pages.set(offset, { ids: packed(ids), key });
    if (memo.pages.size > maxPages) memo.pages.delete(memo.pages.keys().next().value!);
  });
}

/** The last page found that begins at or before an offset. */
export function pageBefore({ pages }: ViewMemo, offset: number): { at: number; page: FoundPage } | null {
  let best: { at: number; page: FoundPage } | null = null;
  for (const [at, page] of pages) if (at <= offset && (!best || at > best.at)) best = { at, page };
  return best;
}
