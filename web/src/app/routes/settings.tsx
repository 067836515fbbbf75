import { Link, Outlet } from '@tanstack/react-router';
import classes from './settings.module.css';

const groups = [
  {
    name: 'Profile',
    pages: [
      { to: '/settings/profile/general-info', name: 'General info' },
      { to: '/settings/profile/email-settings', name: 'Email' },
      { to: '/settings/profile/password-security', name: 'Password and security' },
    ],
  },
  { name: 'Workspace', pages: [{ to: '/settings/workspace', name: 'Workspace' }] },
] as const;

export function Page() {
  return (
    <div className={classes.layout}>
      <nav className={classes.nav} aria-label="Settings">
        {groups.map((group) => (
          <div key={group.name} className={classes.group}>
            <p className={classes.heading}>{group.name}</p>
            {group.pages.map((page) => (
              <Link key={page.to} to={page.to} className={classes.link}>
                {page.name}
              </Link>
            ))}
          </div>
        ))}
      </nav>
      <div className={classes.page}>
        <Outlet />
      </div>
    </div>
  );
}
