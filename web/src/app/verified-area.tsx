import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { logout } from '../features/auth/api/sign-in.ts';
import { currentUserQuery } from '../features/user/api/current-user.ts';
import { pendingInvitation } from '../lib/session/pending-invitation.ts';
import { FullScreenLoader } from '../ui/brand/full-screen-loader.tsx';
import { LogoPage } from './layouts/logo-page.tsx';

const JoinInvitation = lazy(async () => ({
  default: (await import('../features/invites/components/join-invitation.tsx')).JoinInvitation,
}));

/** Around the main area: people who came with an invitation join first. */
export function VerifiedArea() {
  const [slug] = useState(() => pendingInvitation.slug);
  return slug ? <WithInvitation slug={slug} /> : <Outlet />;
}

function WithInvitation({ slug }: { slug: string }) {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { mutate: signOut } = useMutation(logout);
  return (
    <Suspense fallback={<FullScreenLoader />}>
      <JoinInvitation
        slug={slug}
        email={user.email}
        signOut={signOut}
        renderPage={(card) => <LogoPage as="main">{card}</LogoPage>}
      >
        <Outlet />
      </JoinInvitation>
    </Suspense>
  );
}
