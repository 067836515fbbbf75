import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useSearch } from '@tanstack/react-router';
import { Suspense } from 'react';
import { onboardingQuery } from '../../features/onboarding/api/onboarding.ts';
import { ProgressSidebar } from '../../features/onboarding/components/progress-sidebar.tsx';
import { FINISH, stepSearch } from '../../features/onboarding/step-search.ts';
import { Logo } from '../../ui/brand/logo.tsx';
import { useMySteps } from '../onboarding/use-my-steps.ts';
import classes from './onboarding-layout.module.css';
import { PageSkeleton } from './page-skeleton.tsx';

export function OnboardingLayout() {
  const { step = 1 } = stepSearch(useSearch({ strict: false }));
  const mine = useMySteps();
  const { data } = useQuery(onboardingQuery());
  return (
    <div>
      <header className={classes.header}>
        <Link to="/directory" className={classes.logo} aria-label="Sheaf, home">
          <Logo size={28} />
        </Link>
      </header>
      <div className={classes.body}>
        {step === FINISH ? null : <ProgressSidebar current={step} mine={mine} done={data?.steps ?? []} />}
        <main className="grow">
          <Suspense fallback={<PageSkeleton />}>
            <Outlet />
          </Suspense>
        </main>
      </div>
    </div>
  );
}
