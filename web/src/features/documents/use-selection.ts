import { createContext, use, useSyncExternalStore } from 'react';
import { nothing, type SelectionState } from './selection.ts';

/** The selection of one list, outside of React: a row renders again only when its own state changes. */
export class SelectionStore {
  #state = nothing;
  readonly #listeners = new Set<() => void>();

  get state(): SelectionState {
    return this.#state;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  update(change: (state: SelectionState) => SelectionState): void {
    this.#state = change(this.#state);
    for (const listener of this.#listeners) listener();
  }
}

export const SelectionContext = createContext(new SelectionStore());

/** The chosen ids, for components that show the whole selection. */
export function useSelectedIds(): ReadonlySet<string> {
  const store = use(SelectionContext);
  return useSyncExternalStore(store.subscribe, () => store.state.selected);
}

/** Whether a row is chosen, and whether the Tab key reaches it. */
export function useRowState(id: string): { selected: boolean; entry: boolean } {
  const store = use(SelectionContext);
  const selected = useSyncExternalStore(store.subscribe, () => store.state.selected.has(id));
  const entry = useSyncExternalStore(store.subscribe, () => (store.state.active ?? store.state.order[0]) === id);
  return { selected, entry };
}
