import type { Document } from '@sheaf/contract';
import { createContext, use, useSyncExternalStore } from 'react';
import { nothing, type Page, type SelectionState, show } from './selection.ts';

/** The selection of one list, outside of React, so that a row renders only when its own state changes. */
export class SelectionStore {
  #state = nothing;
  readonly #listeners = new Set<() => void>();

  get state(): SelectionState {
    return this.#state;
  }

  /** The chosen documents as last shown: those on other pages are no longer in the list. */
  #known = new Map<string, Document>();

  /** Shows a page of a list. */
  show(documents: readonly Document[], page: Page): void {
    const shown = new Map(documents.map((document) => [document.id, document]));
    this.update((state) => show(state, [...shown.keys()], page));
    const { selected } = this.#state;
    this.#known = new Map([...[...this.#known].filter(([id]) => selected.has(id)), ...shown]);
  }

  /** The chosen documents, on this page and on others. */
  chosen(documents: readonly Document[]): Document[] {
    const shown = new Map(documents.map((document) => [document.id, document]));
    const { selected, order } = this.#state;
    const elsewhere = [...selected].filter((id) => !order.includes(id));
    const here = order.filter((id) => selected.has(id));
    return [...elsewhere, ...here].flatMap((id) => shown.get(id) ?? this.#known.get(id) ?? []);
  }

  has(id: string): boolean {
    return this.#state.everything === true || this.#state.selected.has(id);
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

/** For components that show the whole selection. */
export function useSelection(): SelectionState {
  const store = use(SelectionContext);
  return useSyncExternalStore(store.subscribe, () => store.state);
}

/** Whether a row is chosen, and whether the Tab key reaches it. */
export function useRowState(id: string): { selected: boolean; entry: boolean } {
  const store = use(SelectionContext);
  const selected = useSyncExternalStore(store.subscribe, () => store.has(id));
  const entry = useSyncExternalStore(store.subscribe, () => (store.state.active ?? store.state.order[0]) === id);
  return { selected, entry };
}
