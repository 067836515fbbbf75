import classes from './skip-link.module.css';

/** The first stop of the keyboard: jumps over the menu. */
export function SkipLink({ to }: { to: string }) {
  return (
    <a href={`#${to}`} className={classes.link}>
      Skip to content
    </a>
  );
}
