import classes from './skip-link.module.css';

/** The first element the Tab key reaches: skips the menu. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a href={`#${to}`} className={classes.link}>
      Skip to content
    </a>
  );
}
