import { type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { HeadingSlot } from './heading-slot.ts';
import classes from './page-toolbar.module.css';

/**
 * The toolbar above a list: its start, and actions, which are placed beside the heading if it has room. They move
 * between the two places with their element, so that a dialog opened by one of them stays open when the window is
 * resized.
 */
export function PageToolbar({ start, children }: { start?: ReactNode; children: ReactNode }) {
  const slot = use(HeadingSlot);
  const here = useRef<HTMLDivElement>(null);
  const [actions] = useState(() => Object.assign(document.createElement('div'), { className: classes.end ?? '' }));
  useLayoutEffect(() => {
    (slot ?? here.current)?.append(actions);
    return () => actions.remove();
  }, [slot, actions]);
  const below = start ? classes.below : undefined;
  return (
    <div className={slot ? below : `row wrap gap-12 ${classes.toolbar}`}>
      {start || !slot ? <div className={`grow ${classes.start}`}>{start}</div> : null}
      <div ref={here} className={classes.here} />
      {createPortal(children, actions)}
    </div>
  );
}
