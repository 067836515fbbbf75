import { Link, Outlet } from '@tanstack/react-router';
import { Logo } from '../../ui/logo.tsx';
import classes from './auth-layout.module.css';

/** The logo over a card in the middle of the page. */
export function AuthLayout() {
  return (
    <div className={classes.page}>
      <header className={classes.logo}>
        <Link to="/" aria-label="Sheaf, home">
          <Logo size={36} />
        </Link>
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </div>
  );
}
