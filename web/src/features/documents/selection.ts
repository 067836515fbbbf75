/** The chosen rows of a page, and the row with the keyboard focus. */
export interface SelectionState {
  /** The rows as they are shown. */
  readonly order: readonly string[];
  readonly selected: ReadonlySet<string>;
  /** Where a range begins. */
  readonly anchor?: string;
  readonly active?: string;
}

export const nothing: SelectionState = { order: [], selected: new Set() };

/** For another page: rows that still exist stay chosen. */
export function show(state: SelectionState, order: readonly string[]): SelectionState {
  const here = new Set(order);
  const stays = (id: string | undefined) => (id !== undefined && here.has(id) ? id : undefined);
  return {
    order,
    selected: new Set([...state.selected].filter((id) => here.has(id))),
    anchor: stays(state.anchor),
    active: stays(state.active),
  };
}

export function click(
  state: SelectionState,
  id: string,
  { toggle = false, range = false }: { toggle?: boolean; range?: boolean } = {},
): SelectionState {
  if (range) return extend(state, id, toggle);
  if (!toggle) return { ...state, selected: new Set([id]), anchor: id, active: id };
  const selected = new Set(state.selected);
  if (!selected.delete(id)) selected.add(id);
  return { ...state, selected, anchor: id, active: id };
}

/** Moves the focus by a number of rows; with Shift, chooses from the anchor to there. */
export function move(state: SelectionState, by: number, range = false): SelectionState {
  if (state.order.length === 0) return state;
  const from = state.active === undefined ? -1 : state.order.indexOf(state.active);
  const to = from === -1 ? (by > 0 ? 0 : state.order.length - 1) : from + by;
  const id = state.order[Math.max(0, Math.min(state.order.length - 1, to))]!;
  return range ? extend(state, id, false) : click(state, id);
}

export function selectAll(state: SelectionState): SelectionState {
  return { ...state, selected: new Set(state.order), anchor: state.order[0] };
}

export function clear(state: SelectionState): SelectionState {
  return { ...state, selected: new Set(), anchor: undefined };
}

function extend(state: SelectionState, id: string, keep: boolean): SelectionState {
  const anchor = state.anchor ?? state.active ?? state.order[0] ?? id;
  const [from, to] = [state.order.indexOf(anchor), state.order.indexOf(id)].toSorted((a, b) => a - b) as [
    number,
    number,
  ];
  const range = state.order.slice(from, to + 1);
  return { ...state, selected: new Set(keep ? [...state.selected, ...range] : range), anchor, active: id };
}
