import { type RefObject, useEffect, useState } from 'react';
import { frames, mayLoadFrames } from './frames.ts';

/** A frame of the video at this address, drawn when the element comes into view; null until then. */
export function useFrame(url: string | null, element: RefObject<Element | null>): string | null {
  const [drawn, setDrawn] = useState<{ url: string; picture: string | null }>();
  useEffect(() => {
    const { current } = element;
    if (!url || !current || frames.kept(url) !== undefined || !mayLoadFrames()) return;
    let leave = () => {};
    const observer = new IntersectionObserver((entries) => {
      leave();
      if (!entries.at(-1)?.isIntersecting) return;
      leave = frames.want(url, (picture) => {
        observer.disconnect();
        setDrawn({ url, picture });
      });
    });
    observer.observe(current);
    return () => {
      observer.disconnect();
      leave();
    };
  }, [url, element]);
  if (!url) return null;
  return (drawn?.url === url ? drawn.picture : frames.kept(url)) ?? null;
}
