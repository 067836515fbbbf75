import { may } from '@sheaf/contract';
import { useSuspenseQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { organizationInfoQuery } from '../../../features/organizations/api/organizations.ts';
import classes from './settings.module.css';

const pages = [
  { to: '/settings/profile/general-info', name: 'General info' },
  { to: '/settings/profile/email-settings', name: 'Email' },
  { to: '/settings/profile/password-security', name: 'Password and security' },
  { to: '/settings/profile/notifications', name: 'Notifications' },
  { to: '/settings/workspace', name: 'Workspace' },
] as const;
const publicLinks = { to: '/settings/public-links', name: 'Public links' } as const;
const auditLog = { to: '/settings/audit-log', name: 'Audit log' } as const;

export function Page() {
  const { data: info } = useSuspenseQuery(organizationInfoQuery);
  const nav = useRef<HTMLElement>(null);
  const pathname = useLocation({ select: (location) => location.pathname });
  // On narrow windows the links scroll sideways: brings the current one into view.
  useEffect(() => {
    nav.current?.querySelector(`[href="${pathname}"]`)?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <div className={classes.layout}>
      <nav ref={nav} className={classes.nav} aria-label="Settings">
        {[
          ...pages,
          ...(may(info.role, 'documents.share') ? [publicLinks] : []),
          ...(may(info.role, 'audit.read') ? [auditLog] : []),
        ].map(({ to, name }) => (
          <Link key={to} to={to} className={`hoverable selectable ${classes.link}`}>
            {name}
          </Link>
        ))}
      </nav>
      <div className="grow">
        <Outlet />
      </div>
    </div>
  );
}
