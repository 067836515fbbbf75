import classes from './small-badge.module.css';

/** A word beside a name, outlined in the accent of the brand. */
export function SmallBadge({ children }: { children: string }) {
  return <span className={classes.badge}>{children}</span>;
}
