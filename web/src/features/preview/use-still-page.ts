import { useEffect } from 'react';

/**
 * The page below does not scroll. Mantine's own lock puts an inherited property on <body>, which gives every element of
 * the page a new style, at opening and again at closing.
 */
export function useStillPage(): void {
  useEffect(() => {
    const { style, clientWidth } = document.documentElement;
    // The place of the scrollbar stays, lest the page moves.
    style.scrollbarGutter = window.innerWidth > clientWidth ? 'stable' : '';
    style.overflow = 'hidden';
    return () => {
      style.scrollbarGutter = '';
      style.overflow = '';
    };
  }, []);
}

/** Leaves of Mantine's lock what stops wheels and fingers. */
export const withoutBodyStyle = { removeScrollBar: false } as const;
