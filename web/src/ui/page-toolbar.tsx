import type { ReactNode } from 'react';
import classes from './page-toolbar.module.css';

/** The line above a list: what is shown, and what can be done. */
export function PageToolbar({ start, children }: { start?: ReactNode; children: ReactNode }) {
  return (
    <div className={classes.toolbar}>
      <div className={classes.start}>{start}</div>
      <div className={classes.end}>{children}</div>
    </div>
  );
}
