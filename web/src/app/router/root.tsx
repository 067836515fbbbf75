import { Outlet } from '@tanstack/react-router';
import { OfflineBanner } from '../offline-banner.tsx';
import { PageTitle } from './page-title.tsx';

export function Root() {
  return (
    <>
      <PageTitle />
      <OfflineBanner />
      <Outlet />
    </>
  );
}
