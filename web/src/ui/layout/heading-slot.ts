import { createContext } from 'react';

/** Beside the heading of the page, for its actions; null where the heading has no row of its own. */
export const HeadingSlot = createContext<HTMLElement | null>(null);
