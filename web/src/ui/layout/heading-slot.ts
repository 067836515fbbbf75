import { createContext } from 'react';

/** The element for actions beside the heading of the page; null if the heading has no row of its own. */
export const HeadingSlot = createContext<HTMLElement | null>(null);
