import type { ReactNode } from 'react';
import classes from './page-toolbar.module.css';

/** The toolbar above a list: what is shown at the start, actions at the end. */
export function PageToolbar({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      <div className={classes.start}>{start}</div>
      <div className={classes.end}>{children}</div>
    </div>
  );
}
