import { Link, Outlet } from '@tanstack/react-router';
import classes from './settings.module.css';

const pages = [
  { to: '/settings/profile/general-info', name: 'General info' },
  { to: '/settings/profile/email-settings', name: 'Email' },
  { to: '/settings/profile/password-security', name: 'Password and security' },
  { to: '/settings/workspace', name: 'Workspace' },
] as const;

export function Page() {
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label="Settings">
        {pages.map(({ to, name }) => (
          <Link key={to} to={to} className={classes.link}>
            {name}
          </Link>
        ))}
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
