import { type RefObject, use, useEffect, useEffectEvent, useRef } from 'react';
import { type SelectionState, touch } from './selection.ts';
import { SelectionContext } from './use-selection.ts';

/** The pointer moves at least this far before a click becomes a rectangle. */
const slack = 4;
/** The page scrolls when the pointer is this close to the window’s edges; the header is at the upper one. */
const [edgeAbove, edgeBelow] = [72, 48];
const fastest = 24;

interface Band {
  pointerId: number;
  /** In coordinates of the page, whatever its scroll position. */
  from: { x: number; y: number };
  /** In coordinates of the window. */
  at: { x: number; y: number };
  before: SelectionState;
  /** The rows that stay chosen, with Ctrl or Shift. */
  kept: ReadonlySet<string>;
  /** The ids of the touched rows; undefined: nothing is drawn yet. */
  touched?: string;
  isShown: boolean;
}

/**
 * Draws a rectangle with the mouse, starting from empty space, and chooses the rows it touches. Rows themselves are
 * dragged as usual. Returns the ref of the element that shows it.
 */
export function useRubberBand(list: RefObject<HTMLElement | null>, focusActive: () => void) {
  const store = use(SelectionContext);
  const element = useRef<HTMLDivElement>(null);
  const band = useRef<Band>(undefined);

  const begin = useEffectEvent((event: PointerEvent) => {
    if (band.current || event.button !== 0 || event.pointerType === 'touch') return;
    if (!isEmptySpace(event, list.current)) return;
    const { state } = store;
    const adds = event.ctrlKey || event.metaKey || event.shiftKey;
    const chosen = state.everything ? new Set(state.order) : state.selected;
    band.current = {
      pointerId: event.pointerId,
      from: { x: event.clientX + scrollX, y: event.clientY + scrollY },
      at: { x: event.clientX, y: event.clientY },
      before: state,
      kept: adds ? chosen : new Set(),
      isShown: false,
    };
  });

  const follow = useEffectEvent((event: PointerEvent) => {
    const now = band.current;
    if (now?.pointerId !== event.pointerId) return;
    // The button was released outside the window.
    if (event.buttons === 0) return end();
    now.at = { x: event.clientX, y: event.clientY };
    if (!now.isShown) {
      const { x, y } = now.from;
      if (Math.hypot(event.clientX + scrollX - x, event.clientY + scrollY - y) < slack) return;
      now.isShown = true;
      list.current?.setPointerCapture?.(event.pointerId);
      requestAnimationFrame(scroll);
    }
    draw(now);
  });

  function draw(now: Band): void {
    const box = boxOf(now);
    if (element.current) {
      element.current.hidden = false;
      Object.assign(element.current.style, {
        left: `${box.left}px`,
        top: `${box.top}px`,
        width: `${box.right - box.left}px`,
        height: `${box.bottom - box.top}px`,
      });
    }
    const ids = rowsIn(list.current, box);
    const touched = ids.join(' ');
    if (touched === now.touched) return;
    now.touched = touched;
    store.update((state) => touch(state, ids, now.kept));
  }

  /** Scrolls the page near an edge, faster the closer it is, even while the pointer rests. */
  const scroll = useEffectEvent(() => {
    const now = band.current;
    if (!now) return;
    const before = scrollY;
    const by = speedAt(now.at.y);
    if (by !== 0) scrollBy({ top: by, behavior: 'instant' });
    if (scrollY !== before) draw(now);
    requestAnimationFrame(scroll);
  });

  function end(): void {
    const now = band.current;
    band.current = undefined;
    if (element.current) element.current.hidden = true;
    // Keys then act on the chosen rows.
    if (now?.isShown && now.touched) focusActive();
  }

  const release = useEffectEvent((event: PointerEvent) => {
    if (band.current?.pointerId === event.pointerId) end();
  });

  const cancel = useEffectEvent((event?: Event) => {
    const now = band.current;
    if (!now || (event instanceof PointerEvent && event.pointerId !== now.pointerId)) return;
    // Rows and fields send blur events too.
    if (event?.type === 'blur' && event.target !== window) return;
    const { selected, everything, anchor, active } = now.before;
    if (now.isShown) store.update((state) => ({ ...state, selected, everything, anchor, active }));
    now.touched = '';
    end();
  });

  /** Runs before the list’s handler, which would clear the selection. */
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !band.current?.isShown) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    cancel();
  });

  /** Prevents selecting text and dragging rows. */
  const onlyBand = useEffectEvent((event: Event) => {
    if (band.current) event.preventDefault();
  });

  useEffect(() => {
    const listeners = {
      pointerdown: begin,
      pointermove: follow,
      pointerup: release,
      pointercancel: cancel,
      blur: cancel,
      keydown: onKey,
      selectstart: onlyBand,
      dragstart: onlyBand,
    };
    for (const [name, listener] of Object.entries(listeners))
      window.addEventListener(name, listener as EventListener, true);
    return () => {
      cancel();
      for (const [name, listener] of Object.entries(listeners))
        window.removeEventListener(name, listener as EventListener, true);
    };
  }, []);

  return element;
}

/** The space around the rows: the list itself or its ancestors, up to the page, but not the scroll bar. */
function isEmptySpace({ target, clientX }: PointerEvent, list: HTMLElement | null): boolean {
  if (!(target instanceof HTMLElement) || !list || !target.contains(list)) return false;
  const isPage = target.closest('#content') !== null;
  return isPage && clientX < target.getBoundingClientRect().left + target.clientLeft + target.clientWidth;
}

type Box = Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom'>;

/** In coordinates of the window, at the current scroll position. */
function boxOf({ from, at }: Band): Box {
  const start = { x: from.x - scrollX, y: from.y - scrollY };
  return {
    left: Math.min(start.x, at.x),
    top: Math.min(start.y, at.y),
    right: Math.max(start.x, at.x),
    bottom: Math.max(start.y, at.y),
  };
}

function rowsIn(list: HTMLElement | null, box: Box): string[] {
  const rows = [...(list?.querySelectorAll<HTMLElement>('[data-id]') ?? [])];
  return rows.filter((row) => touches(row.getBoundingClientRect(), box)).map(({ dataset }) => dataset.id!);
}

const touches = (row: Box, box: Box): boolean =>
  row.left < box.right && row.right > box.left && row.top < box.bottom && row.bottom > box.top;

function speedAt(y: number): number {
  const above = edgeAbove - y;
  if (above > 0) return -Math.min(fastest, above / 3);
  const below = y - (innerHeight - edgeBelow);
  return below > 0 ? Math.min(fastest, below / 2) : 0;
}
