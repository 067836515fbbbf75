import { Outlet } from '@tanstack/react-router';
import { LogoPage } from './logo-page.tsx';

export function AuthLayout() {
  return (
    <LogoPage as="main">
      <Outlet />
    </LogoPage>
  );
}
