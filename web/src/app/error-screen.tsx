import { Button } from '@mantine/core';
import { ApiError } from '@sheaf/contract';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { logout } from '../features/auth/api/sign-in.ts';
import { session } from '../lib/http.ts';
import { EmptyState } from '../ui/empty-state.tsx';

/** For what failed outside any layout. */
export function ErrorScreen(props: ErrorComponentProps) {
  return (
    <main>
      <PageError order={1} {...props} />
    </main>
  );
}

/** What stands where a page failed: why, and three ways out. */
export function PageError({ error, order }: ErrorComponentProps & { order?: 1 | 2 }) {
  const router = useRouter();
  const { mutate: signOut, isPending } = useMutation(logout);
  const unreachable = error instanceof ApiError && error.status === undefined;
  return (
    <EmptyState
      order={order}
      icon={unreachable ? IconCloudOff : IconAlertTriangle}
      title={unreachable ? 'Sheaf cannot be reached' : 'This page failed'}
      action={
        <>
          <Button onClick={() => router.invalidate()}>Try again</Button>
          <Button variant="default" component="a" href="/">
            Go home
          </Button>
          {session.token ? (
            <Button variant="default" loading={isPending} onClick={() => signOut()}>
              Sign out
            </Button>
          ) : null}
        </>
      }
    >
      {error instanceof ApiError ? error.message : 'Something in the page broke. Trying again often helps.'}
    </EmptyState>
  );
}
