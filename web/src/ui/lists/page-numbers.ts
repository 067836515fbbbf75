/** Neighbors on each side of the current page. */
const NEIGHBOURS = 2;

export type PageMark = number | 'gap-before' | 'gap-after';

/** The page numbers to show: first, last, the current one and its neighbors. A gap of a single page shows that page. */
export function pageNumbers(current: number, last: number): PageMark[] {
  const from = Math.max(1, Math.min(current, last) - NEIGHBOURS);
  const to = Math.min(last, Math.max(current, 1) + NEIGHBOURS);
  const near = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const before: PageMark[] = from === 1 ? [] : from === 2 ? [1] : [1, from === 3 ? 2 : 'gap-before'];
  const after: PageMark[] =
    to === last ? [] : to === last - 1 ? [last] : [to === last - 2 ? last - 1 : 'gap-after', last];
  return [...before, ...near, ...after];
}

/** '21-40 of 1,234' */
export function pageRange(page: number, perPage: number, total: number): string {
  const first = Math.min((page - 1) * perPage + 1, total);
  const last = Math.min(page * perPage, total);
  return `${first.toLocaleString('en')}-${last.toLocaleString('en')} of ${total.toLocaleString('en')}`;
}
