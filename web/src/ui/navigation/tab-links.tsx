import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './tab-links.module.css';

/** Links to pages that belong together, side by side. */
export function TabLinks({ label, pages }: { label: string; pages: readonly { to: LinkProps['to']; name: string }[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {pages.map(({ to, name }) => (
        <Link key={to} to={to} activeOptions={{ exact: true }} className={`hoverable selectable ${classes.tab}`}>
          {name}
        </Link>
      ))}
    </nav>
  );
}
