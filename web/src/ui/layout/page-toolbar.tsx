import { type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { HeadingSlot } from './heading-slot.ts';
import classes from './page-toolbar.module.css';

/** The toolbar above a list: what is shown at the start, and actions, which are beside the heading where it has room. */
export function PageToolbar({ start, children }: { start?: ReactNode; children: ReactNode }) {
  const slot = use(HeadingSlot);
  if (slot) {
    return (
      <>
        {createPortal(<div className={classes.end}>{children}</div>, slot)}
        {start ? <div className={classes.below}>{start}</div> : null}
      </>
    );
  }
  return (
    <div className={classes.toolbar}>
      <div className={classes.start}>{start}</div>
      <div className={classes.end}>{children}</div>
    </div>
  );
}
