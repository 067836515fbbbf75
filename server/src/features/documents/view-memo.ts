import type { Member } from '../../http/viewer.ts';

/**
 * What is known of a list in one version of what its member sees. A version that is passed is never asked for again,
 * so nothing here can be out of date; it only ages out.
 */
export interface ViewMemo {
  readonly name: string;
  total?: number;
  /** Of a short list: the ids in order, 16 bytes each. */
  ids?: Buffer;
  /** Of a long one: the row at some places, by which a page deep inside is found again at once. */
  marks: Map<number, Mark>;
}

export interface Mark {
  key: string;
  id: string;
}

const mostMemos = 2000;
const mostMarks = 64;
const mostBytes = 32 * 1024 * 1024;

const memos = new Map<string, ViewMemo>();
let bytes = 0;

const weight = (memo: ViewMemo | undefined): number => memo?.ids?.length ?? 0;

/** The memo of a list, for who asks now. The least recently used ones go. */
export function memoOf({ id, membership }: Member, key: string): ViewMemo {
  const name = `${membership.organizationId} ${id} ${membership.viewVersion} ${key}`;
  const memo = memos.get(name) ?? { name, marks: new Map() };
  memos.delete(name);
  memos.set(name, memo);
  for (const oldest of memos.keys()) {
    if (memos.size <= mostMemos && bytes <= mostBytes) break;
    bytes -= weight(memos.get(oldest));
    memos.delete(oldest);
  }
  return memo;
}

export function keepIds(memo: ViewMemo, ids: readonly string[]): void {
  if (memos.get(memo.name) !== memo) return;
  bytes -= weight(memo);
  memo.ids = Buffer.from(ids.join('').replaceAll('-', ''), 'hex');
  bytes += weight(memo);
}

export function idsAt({ ids }: ViewMemo, offset: number, count: number): string[] {
  if (!ids) return [];
  const found: string[] = [];
  for (let at = offset * 16; at < Math.min(ids.length, (offset + count) * 16); at += 16) {
    found.push(ids.toString('hex', at, at + 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'));
  }
  return found;
}

export function keepMark({ marks }: ViewMemo, offset: number, mark: Mark): void {
  marks.delete(offset);
  marks.set(offset, mark);
  if (marks.size > mostMarks) marks.delete(marks.keys().next().value!);
}

/** The last known place at or before an offset. */
export function markBefore({ marks }: ViewMemo, offset: number): { at: number; mark: Mark } | null {
  let best: { at: number; mark: Mark } | null = null;
  for (const [at, mark] of marks) if (at <= offset && (!best || at > best.at)) best = { at, mark };
  return best;
}
