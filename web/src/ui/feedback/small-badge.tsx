import classes from './small-badge.module.css';

interface SmallBadgeProps {
  children: string;
  /** Without an outline, for badges on most rows of a list. */
  quiet?: boolean;
}

/** A word beside a name, outlined in the accent of the brand. */
export function SmallBadge({ children, quiet = false }: SmallBadgeProps) {
  return (
    <span className={classes.badge} data-quiet={quiet || undefined}>
      {children}
    </span>
  );
}
