/** The chosen rows of a list, and the row with the keyboard focus. */
export interface SelectionState {
  /** The rows of the shown page. */
  readonly order: readonly string[];
  /** The shown page, with its list and place. */
  readonly page?: Page;
  /** The chosen rows, on this page and on others. */
  readonly selected: ReadonlySet<string>;
  /** Whether the whole list is chosen, including pages that were never loaded. */
  readonly everything?: boolean;
  /** The row where a range starts. */
  readonly anchor?: string;
  readonly active?: string;
}

export interface Page {
  key: string;
  /** The place, folder, label or collection. */
  area: string;
}

export const nothing: SelectionState = { order: [], selected: new Set() };

/**
 * Shows a page. Another page or filter keeps the selection, another place clears it; rows that disappeared from the
 * same page are removed from it.
 */
export function show(state: SelectionState, order: readonly string[], page?: Page): SelectionState {
  if (page?.area !== state.page?.area) return { order, page, selected: new Set() };
  const here = new Set(order);
  const gone = page?.key === state.page?.key ? state.order.filter((id) => !here.has(id)) : [];
  const stays = (id: string | undefined) => (id !== undefined && here.has(id) ? id : undefined);
  return {
    order,
    page,
    selected: gone.length > 0 ? without(state.selected, gone) : state.selected,
    everything: state.everything && listOf(page) === listOf(state.page),
    anchor: stays(state.anchor),
    active: stays(state.active),
  };
}

function without(ids: ReadonlySet<string>, gone: readonly string[]): ReadonlySet<string> {
  const left = new Set(ids);
  for (const id of gone) left.delete(id);
  return left;
}

/** Identifies the list of a page; its key ends with the page number. */
const listOf = (page: Page | undefined): string | undefined => page?.key.replace(/ \d+$/, '');

export function click(
  state: SelectionState,
  id: string,
  { toggle = false, range = false }: { toggle?: boolean; range?: boolean } = {},
): SelectionState {
  if (range) return extend(state, id, toggle);
  if (!toggle) return { ...state, everything: false, selected: new Set([id]), anchor: id, active: id };
  const selected = new Set(state.everything ? state.order : state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...state, everything: false, selected, anchor: id, active: id };
}

/** Moves the focus by a number of rows; with Shift, chooses from the anchor to there. */
export function move(state: SelectionState, by: number, range = false): SelectionState {
  if (state.order.length === 0) return state;
  const from = state.active === undefined ? -1 : state.order.indexOf(state.active);
  const to = from === -1 ? (by > 0 ? 0 : state.order.length - 1) : from + by;
  const id = state.order[Math.max(0, Math.min(state.order.length - 1, to))]!;
  return range ? extend(state, id, false) : click(state, id);
}

/** Chooses the whole page, in addition to rows on other pages. */
export function selectAll(state: SelectionState): SelectionState {
  return { ...state, selected: new Set([...state.selected, ...state.order]), anchor: state.order[0] };
}

export function unselectPage(state: SelectionState): SelectionState {
  const selected = without(state.selected, state.order);
  return { ...state, everything: false, selected, anchor: undefined };
}

export function selectEverything(state: SelectionState): SelectionState {
  return { ...selectAll(state), everything: true };
}

export const isPageSelected = ({ order, selected, everything }: SelectionState): boolean =>
  everything === true || (order.length > 0 && order.every((id) => selected.has(id)));

/** Chooses the rows that a rectangle touches; `before` was chosen when it started, and stays so. */
export function touch(state: SelectionState, ids: readonly string[], before: ReadonlySet<string>): SelectionState {
  const [first] = ids;
  return {
    ...state,
    everything: false,
    selected: new Set([...before, ...ids]),
    anchor: first,
    active: ids.at(-1) ?? state.active,
  };
}

export function clear(state: SelectionState): SelectionState {
  return { ...state, everything: false, selected: new Set(), anchor: undefined };
}

function extend(state: SelectionState, id: string, keep: boolean): SelectionState {
  const anchor = state.anchor ?? state.active ?? state.order[0] ?? id;
  const [from, to] = [state.order.indexOf(anchor), state.order.indexOf(id)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const range = state.order.slice(from, to + 1);
  return {
    ...state,
    everything: false,
    selected: new Set(keep ? [...state.selected, ...range] : range),
    anchor,
    active: id,
  };
}
