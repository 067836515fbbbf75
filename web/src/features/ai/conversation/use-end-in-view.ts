import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** Within this distance from the end, in pixels, the view follows the answer being written. */
const NEAR = 120;

/** Keeps the end of a conversation in view while it grows, unless the person has scrolled up. */
export function useEndInView(scroller: RefObject<HTMLElement | null>, conversation: string | undefined): void {
  const follows = useRef(true);
  const shown = useRef(conversation);
  useEffect(() => {
    const element = scroller.current;
    const note = () => {
      if (element) follows.current = element.scrollHeight - element.scrollTop - element.clientHeight < NEAR;
    };
    element?.addEventListener('scroll', note, { passive: true });
    return () => element?.removeEventListener('scroll', note);
  }, [scroller]);
  // Runs after every render, because each may have made it longer.
  useLayoutEffect(() => {
    const element = scroller.current;
    if (shown.current !== conversation) follows.current = true;
    shown.current = conversation;
    if (element && follows.current && conversation !== undefined) element.scrollTo({ top: element.scrollHeight });
  });
}
