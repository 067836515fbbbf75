import { Anchor } from '@mantine/core';
import { limits } from '@sheaf/contract';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { logout } from '../../../features/auth/api/sign-in.ts';
import { VerificationForm } from '../../../features/auth/components/verification-form.tsx';
import { currentUserQuery, updateCurrentUser } from '../../../features/user/api/current-user.ts';
import { storageKeys } from '../../../lib/session/storage-keys.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';

export function Page() {
  const queryClient = useQueryClient();
  const router = useRouter();
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { mutate: signOut, isPending } = useMutation(logout);

  const goOn = () => {
    updateCurrentUser(queryClient, { email_verified_at: new Date().toISOString() });
    void router.invalidate();
  };

  return (
    <AuthCard
      title="Check your inbox"
      lead={
        <>
          We sent a six-digit code to <strong>{user.email}</strong>. It’s valid for {limits.codeMinutes} minutes.
        </>
      }
      footer={
        <>
          Wrong email?{' '}
          <Anchor component="button" type="button" disabled={isPending} onClick={() => signOut()}>
            Sign out
          </Anchor>
        </>
      }
    >
      <VerificationForm onVerified={goOn} wait={secondsToWait()} />
    </AuthCard>
  );
}

/** The first code goes out at registration; another one may follow a minute later. */
function secondsToWait(): number {
  const registered = Date.parse(localStorage.getItem(storageKeys.registeredAt) ?? '');
  const left = limits.codeResendSeconds - (Date.now() - registered) / 1000;
  return left > 0 ? left : 0;
}
