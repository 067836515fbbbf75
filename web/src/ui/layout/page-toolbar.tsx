import { type ReactNode, use, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { HeadingSlot } from './heading-slot.ts';
import classes from './page-toolbar.module.css';

/**
 * The toolbar above a list: what is shown at the start, and actions, which are beside the heading where it has room. They move
 * there and back with their element, so that a dialog that one of them opened stays open when the window changes its size.
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
