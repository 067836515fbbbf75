import { ModalsProvider } from '@mantine/modals';
import { Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { OnboardingModal } from '../../../features/onboarding/components/onboarding-modal.tsx';
import { SkipLink } from '../../../ui/skip-link.tsx';
import { PageSkeleton } from '../page-skeleton.tsx';
import { Header } from './header.tsx';
import classes from './main-layout.module.css';
import { Sidebar } from './sidebar.tsx';
import { UploadActivity } from './upload-activity.tsx';

export function MainLayout() {
  return (
    <ModalsProvider>
      <SkipLink to="content" />
      <div className={classes.frame}>
        <Sidebar />
        <div className={classes.column}>
          <Header />
          <main id="content" tabIndex={-1} className={classes.content}>
            <Suspense fallback={<PageSkeleton />}>
              <Outlet />
            </Suspense>
          </main>
        </div>
      </div>
      <UploadActivity />
      <OnboardingModal />
    </ModalsProvider>
  );
}
