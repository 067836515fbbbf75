import { useEffect, useRef, useState } from 'react';

/**
 * Rows are added and removed in steps of this size, and as many spare rows are kept above and below the visible ones.
 */
const STEP = 20;

export interface RowWindow {
  start: number;
  end: number;
}

/** The rows to render, of a list whose upper edge is at `top` in a window of the given height. */
export function rowWindow(list: { top: number; row: number; count: number; viewport: number }): RowWindow {
  const steps = (pixels: number) => pixels / list.row / STEP;
  const start = Math.floor(steps(-list.top)) - 1;
  const end = Math.ceil(steps(list.viewport - list.top)) + 1;
  const within = (index: number) => Math.min(Math.max(index, 0), list.count);
  return { start: within(start * STEP), end: within(end * STEP) };
}

/**
 * Renders only the rows of a long list that are near the visible part, whichever element scrolls. All rows have the
 * same height and the attribute `data-row`; `before` and `after` are the heights of the rows left out.
 */
export function useRowWindow<E extends HTMLElement>(count: number) {
  const ref = useRef<E>(null);
  const [{ start, end, row }, set] = useState({ start: 0, end: STEP * 3, row: 0 });

  useEffect(() => {
    const measure = () => {
      const height = ref.current?.querySelector('[data-row]')?.getBoundingClientRect().height;
      if (!ref.current || !height) return;
      const { top } = ref.current.getBoundingClientRect();
      const next = { ...rowWindow({ top, row: height, count, viewport: window.innerHeight }), row: height };
      set((now) => (now.start === next.start && now.end === next.end && now.row === height ? now : next));
    };
    measure();
    // Captured, because scroll events of elements inside the page do not bubble.
    document.addEventListener('scroll', measure, { capture: true, passive: true });
    window.addEventListener('resize', measure);
    return () => {
      document.removeEventListener('scroll', measure, { capture: true });
      window.removeEventListener('resize', measure);
    };
  }, [count]);

  const last = Math.min(end, count);
  const first = Math.min(start, last);
  return { ref, start: first, end: last, before: first * row, after: (count - last) * row };
}
