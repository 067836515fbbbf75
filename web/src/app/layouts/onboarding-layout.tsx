import { Link, Outlet, useSearch } from '@tanstack/react-router';
import { ProgressSidebar } from '../../features/onboarding/components/progress-sidebar.tsx';
import { FINISH } from '../../features/onboarding/steps.ts';
import { Logo } from '../../ui/logo.tsx';
import classes from './onboarding-layout.module.css';

export function OnboardingLayout() {
  const { step = 1 } = useSearch({ strict: false });
  return (
    <div className={classes.page}>
      <header className={classes.header}>
        <Link to="/directory" className={classes.logo} aria-label="Sheaf, home">
          <Logo size={28} />
        </Link>
      </header>
      <div className={classes.body}>
        {step === FINISH ? null : <ProgressSidebar current={step} />}
        <main className={classes.main}>
          <Outlet />
        </main>
      </div>
    </div>
  );
}
