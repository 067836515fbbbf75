import { Link, Outlet } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Logo } from '../../ui/brand/logo.tsx';
import classes from './logo-page.module.css';

/** The logo over a card in the middle of the page. */
export function LogoPage({ as: Body, children }: { as: 'main' | 'div'; children: ReactNode }) {
  return (
    <div className={classes.page}>
      <header className={classes.logo}>
        <Link to="/" aria-label="Sheaf, home">
          <Logo size={36} />
        </Link>
      </header>
      <Body className={classes.main}>{children}</Body>
    </div>
  );
}

export function AuthLayout() {
  return (
    <LogoPage as="main">
      <Outlet />
    </LogoPage>
  );
}
