import classes from './skip-link.module.css';

interface SkipLinkProps {
  to: string;
  name?: string;
  /** Called to move there if no element with that id can have the focus. */
  onFollow?(): void;
}

/** Shown while it has the focus: skips to the content. */
export function SkipLink({ to, name = 'Skip to content', onFollow }: SkipLinkProps) {
  return (
    <a
      href={`#${to}`}
      className={classes.link}
      onClick={(event) => {
        if (!onFollow) return;
        event.preventDefault();
        onFollow();
      }}
    >
      {name}
    </a>
  );
}
