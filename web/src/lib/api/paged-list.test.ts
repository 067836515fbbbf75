import { describe, expect, it } from 'vitest';
import { changed, including, itemsOf, nextPage, without } from './paged-list.ts';

const item = (number: number) => ({ id: String(number), name: `Item ${String(number).padStart(3, '0')}` });
const page = (from: number, to: number, total: number) => ({
  data: Array.from({ length: to - from + 1 }, (_, index) => item(from + index)),
  pagination: { currentPage: 1, perPage: 20, total },
});
const list = (...pages: ReturnType<typeof page>[]) => ({ pages, pageParams: pages.map((_, index) => index + 1) });
const ids = (pages: ReturnType<typeof page>[]) => itemsOf(pages).map(({ id }) => Number(id));

describe('the next page', () => {
  it('follows the last one while there is more', () => {
    expect(nextPage([page(1, 20, 41)], 1)).toBe(2);
    expect(nextPage([page(1, 20, 41), page(21, 40, 41)], 2)).toBe(3);
    expect(nextPage([page(1, 20, 41), page(21, 40, 41), page(41, 41, 41)], 3)).toBeUndefined();
    expect(nextPage([page(1, 0, 0)], 1)).toBeUndefined();
  });

  it('is the last one again after a deletion, so that nothing is skipped', () => {
    const { pages } = without(list(page(1, 20, 60), page(21, 40, 60)), '5');
    expect(nextPage(pages, 2)).toBe(2);
    const grown = [...pages, page(22, 41, 59)];
    expect(ids(grown)).toEqual([...Array(41).keys()].map((index) => index + 1).filter((id) => id !== 5));
    expect(nextPage(grown, 2)).toBe(3);
  });

  it('is undefined when the last request brought nothing new, to avoid endless requests', () => {
    expect(nextPage([page(1, 20, 22), page(20, 20, 22)], 2)).toBeUndefined();
  });
});

describe('changing what is loaded', () => {
  const loaded = list(page(1, 20, 40), page(21, 40, 40));

  it('changes one item', () => {
    expect(itemsOf(changed(loaded, '30', { name: 'New' }).pages)[29]).toEqual({ id: '30', name: 'New' });
  });

  it('leaves lists without the removed item unchanged', () => {
    expect(without(loaded, '99')).toBe(loaded);
  });

  it('puts a new item at its place by name', () => {
    const grown = including(loaded, { id: 'new', name: 'item 030 b' });
    expect(itemsOf(grown.pages).findIndex(({ id }) => id === 'new')).toBe(30);
    expect(grown.pages.map(({ pagination }) => pagination.total)).toEqual([41, 41]);
  });

  it('appends it when everything is loaded, and leaves it out when its place is not loaded', () => {
    const last = { id: 'new', name: 'Zebra' };
    expect(itemsOf(including(loaded, last).pages).at(-1)).toEqual(last);
    expect(itemsOf(including(list(page(1, 20, 40)), last).pages)).toHaveLength(20);
  });
});
