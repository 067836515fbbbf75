import { useEffect } from 'react';

/**
 * Stops the page below from scrolling. Mantine's own lock sets an inherited property on <body>, which makes the browser
 * restyle every element when the preview opens and closes.
 */
export function useScrollLock(): void {
  useEffect(() => {
    const { style, clientWidth } = document.documentElement;
    // Keeps the space of the scrollbar, so that the page does not shift.
    style.scrollbarGutter = window.innerWidth > clientWidth ? 'stable' : '';
    style.overflow = 'hidden';
    return () => {
      style.scrollbarGutter = '';
      style.overflow = '';
    };
  }, []);
}

/** Keeps only the part of Mantine's lock that blocks wheel and touch events. */
export const scrollLockProps = { removeScrollBar: false } as const;
