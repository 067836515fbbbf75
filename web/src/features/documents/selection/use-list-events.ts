import { type Document, uploadsSource } from '@sheaf/contract';
import {
  type DragEvent,
  type MouseEvent,
  type PointerEvent,
  use,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
} from 'react';
import { isOnPage } from '../../../lib/browser/key-target.ts';
import { count } from '../../../lib/format/format.ts';
import { documentDrag } from '../../../ui/documents/document-drag.ts';
import { clear, click, move, type Page, type SelectionState, selectAll } from './selection.ts';
import { SelectionContext } from './use-selection.ts';

export interface Point {
  x: number;
  y: number;
}

export interface ListActions {
  open(document: Document): void;
  preview(document: Document): void;
  showInFolder(document: Document): void;
  /** The menu for everything chosen. */
  menu(at: Point): void;
  remove(): void;
  star(): void;
  rename(): void;
  copy(): void;
  cut(): void;
}

/** Marks the list and the selection bar: in both, Escape clears the selection. */
export const SELECTION_AREA = 'data-selection-area';

/**
 * Handles mouse, touch and keyboard for a list of rows. Rows have `data-id`, controls in them `data-action`; one
 * listener for all keeps rows cheap.
 */
export function useListEvents(documents: readonly Document[], page: Page, actions: ListActions) {
  const store = use(SelectionContext);
  const list = useRef<HTMLElement>(null);
  const touched = useRef(false);
  const select = (change: (state: SelectionState) => SelectionState) => store.update(change);
  const byId = (id: string | undefined) => documents.find((document) => document.id === id);

  useLayoutEffect(() => {
    store.show(documents, page);
  }, [store, documents, page]);

  // Styles all rows at once, without rendering them.
  useEffect(() => {
    const mark = () => list.current?.toggleAttribute('data-selecting', store.state.selected.size > 0);
    mark();
    return store.subscribe(mark);
  });

  const focusActive = () => rowOf(list.current, store.state.active)?.focus();

  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const area = areaOf(event.target, list.current);
    if (!area || event.altKey) return;
    if (area === 'rows') followFocus(event.target as HTMLElement);
    const done = area === 'rows' ? rowKey(event) : keyBeside(event, area);
    if (done) event.preventDefault();
  });
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);

  function clearChosen(): boolean {
    if (store.state.selected.size === 0) return false;
    select(clear);
    return true;
  }

  /** Keys act on the focused row, including one reached with Tab. */
  function followFocus({ dataset: { id } }: HTMLElement): void {
    if (id && id !== store.state.active) select((state) => ({ ...state, active: id }));
  }

  /** Returns whether the key was handled. */
  function rowKey(event: KeyboardEvent): boolean {
    const active = byId(store.state.active);
    const step = stepOf(event.key, list.current);
    if (step !== undefined) {
      select((state) => move(state, step, event.shiftKey));
      focusActive();
      return true;
    }
    if (event.key === 'Escape') return clearChosen();
    if (event.key === 'a' && (event.ctrlKey || event.metaKey)) {
      select(selectAll);
      return true;
    }
    if (event.ctrlKey || event.metaKey) return clipboardKey(event.key);
    if (!active) return false;
    if (event.key === 'Enter') actions.open(active);
    else if (event.key === ' ') actions.preview(active);
    else if (event.key === 'Delete') actions.remove();
    else if (event.key === 's') actions.star();
    else if (event.key === 'F2') actions.rename();
    else return false;
    return true;
  }

  /** Selected text is left to the browser to copy. */
  function clipboardKey(key: string): boolean {
    const { selected, everything } = store.state;
    const isAny = everything || selected.size > 0;
    if (!isAny || (key !== 'c' && key !== 'x') || getSelection()?.toString()) return false;
    if (key === 'c') actions.copy();
    else actions.cut();
    return true;
  }

  /** While a control has the focus, keys act only on the selection. */
  function keyBeside(event: KeyboardEvent, area: 'around' | 'page'): boolean {
    if (event.ctrlKey || event.metaKey) return clipboardKey(event.key);
    if (area === 'page') return false;
    if (event.key === 'Escape') return clearChosen();
    if (event.key !== 'Delete' || store.state.selected.size === 0) return false;
    actions.remove();
    return true;
  }

  const onClick = (event: MouseEvent) => {
    const { id, action, control } = hit(event);
    const document = byId(id);
    if (!document || !id) return;
    if (action === 'name') {
      // The browser opens the link in a new tab.
      if (event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      // Keys act on rows, but the press has focused the link.
      rowOf(list.current, id)?.focus();
      // Screen readers activate the link without a mouse.
      if (event.detail === 0) return actions.open(document);
    }
    if (action === 'menu') {
      if (!store.has(id)) select((state) => click(state, id));
      const { left, bottom } = control!.getBoundingClientRect();
      return actions.menu({ x: left, y: bottom });
    }
    if (action === 'location') {
      // With a modifier key, the browser opens the link in a new tab or window.
      if (event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      return actions.showInFolder(document);
    }
    // Passages handle the click themselves.
    if (action === 'passage') return;
    if (action === 'toggle') return select((state) => click(state, id, { toggle: true, range: event.shiftKey }));
    if (!touched.current) {
      const toggle = event.ctrlKey || event.metaKey;
      return select((state) => click(state, id, { toggle, range: event.shiftKey }));
    }
    // A tap opens; while something is chosen, a tap chooses.
    if (store.state.selected.size === 0) actions.open(document);
    else select((state) => click(state, id, { toggle: true }));
  };

  return {
    list,
    focusActive,
    handlers: {
      onClick,
      onPointerDown(event: PointerEvent) {
        touched.current = event.pointerType === 'touch';
      },
      onDoubleClick(event: MouseEvent) {
        const { id, action } = hit(event);
        const document = byId(id);
        if (document && (!action || action === 'name') && !touched.current) actions.open(document);
      },
      onContextMenu(event: MouseEvent) {
        const { id, row } = hit(event);
        if (!id || !row) return;
        event.preventDefault();
        // A long press chooses.
        if (touched.current) return select((state) => click(state, id, { toggle: true }));
        if (!store.has(id)) select((state) => click(state, id));
        const { left, bottom } = row.getBoundingClientRect();
        // The menu key has no pointer position.
        actions.menu(event.clientX > 0 ? { x: event.clientX, y: event.clientY } : { x: left + 48, y: bottom });
      },
      onDragStart(event: DragEvent) {
        const { id, row } = hit(event);
        if (!id || !row) return;
        if (!store.has(id)) select((state) => click(state, id));
        const ids = [...store.state.selected];
        const held = byId(id);
        const isMyFiles = held?.own === true && held.source.slug === uploadsSource;
        documentDrag.begin(event.dataTransfer, { ids, accountId: held?.account.id ?? null, isMyFiles });
        carryText(event.dataTransfer, ids.length === 1 ? (byId(id)?.name ?? '') : count(ids.length, 'document'));
      },
      onDragEnd: () => documentDrag.end(),
    },
  };
}

const rowOf = (list: HTMLElement | null, id: string | undefined) =>
  id ? list?.querySelector<HTMLElement>(`[data-id="${id}"]`) : undefined;

function hit(event: MouseEvent | DragEvent) {
  const target = event.target as Element;
  const row = target.closest<HTMLElement>('[data-id]');
  const control = target.closest<HTMLElement>('[data-action]');
  return { row, control, id: row?.dataset.id, action: control?.dataset.action };
}

/**
 * Where the focus is: rows and the page itself handle all keys, controls around the rows and the rest of the page some.
 */
function areaOf(target: EventTarget | null, list: HTMLElement | null): 'rows' | 'around' | 'page' | undefined {
  if (!(target instanceof Element)) return undefined;
  if (target === document.body || target.id === 'content' || target.matches('[data-id]')) return 'rows';
  if (list?.contains(target) || target.closest(`[${SELECTION_AREA}]`)) return 'around';
  return isOnPage(target) ? 'page' : undefined;
}

/** How many rows an arrow key moves. A table has one column; cards have as many as fit. */
function stepOf(key: string, list: HTMLElement | null): number | undefined {
  const columns = list ? getComputedStyle(list).gridTemplateColumns : 'none';
  const across = columns === 'none' ? 1 : columns.split(' ').length;
  if (key === 'ArrowDown') return across;
  if (key === 'ArrowUp') return -across;
  if (key === 'Home') return Number.NEGATIVE_INFINITY;
  if (key === 'End') return Number.POSITIVE_INFINITY;
  if (across === 1) return undefined;
  return key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : undefined;
}

/** The drag image, instead of a picture of the row. */
function carryText(transfer: DataTransfer, text: string): void {
  const pill = document.createElement('div');
  pill.textContent = text;
  Object.assign(pill.style, {
    position: 'fixed',
    top: '-100px',
    maxWidth: '240px',
    padding: '6px 12px',
    overflow: 'hidden',
    borderRadius: '16px',
    background: '#0f766e',
    color: '#fff',
    font: '500 14px sans-serif',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  });
  document.body.append(pill);
  transfer.setDragImage(pill, -12, -8);
  setTimeout(() => pill.remove());
}
