import { Button } from '@mantine/core';
import { ApiError } from '@sheaf/contract';
import { IconAlertTriangle, IconCloudOff } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router';
import { logout } from '../../features/auth/api/sign-in.ts';
import { session } from '../../lib/api/http.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';

/** Shown when something failed outside any layout. */
export function ErrorScreen(props: ErrorComponentProps) {
  return (
    <main>
      <PageError order={1} {...props} />
    </main>
  );
}

/** Shown in place of a page that failed: the reason, and three ways to continue. */
export function PageError({ error, order }: ErrorComponentProps & { order?: 1 | 2 }) {
  const router = useRouter();
  const { mutate: signOut, isPending } = useMutation(logout);
  const unreachable = error instanceof ApiError ? error.status === undefined : session.offline || isCodeMissing(error);
  return (
    <EmptyState
      order={order}
      icon={unreachable ? IconCloudOff : IconAlertTriangle}
      title={unreachable ? 'Can’t reach Sheaf' : 'Something went wrong'}
      action={
        <>
          <Button onClick={() => (isCodeMissing(error) ? location.reload() : void router.invalidate())}>
            Try again
          </Button>
          <Button variant="default" component="a" href="/">
            Go to Directory
          </Button>
          {session.token ? (
            <Button variant="default" loading={isPending} onClick={() => signOut()}>
              Sign out
            </Button>
          ) : null}
        </>
      }
    >
      {explanation(error, unreachable)}
    </EmptyState>
  );
}

/** Whether the browser could not load a part of the app, by the message of its error. */
const isCodeMissing = (error: unknown): boolean =>
  error instanceof Error && /dynamically imported module|Importing a module script/i.test(error.message);

function explanation(error: unknown, unreachable: boolean): string {
  if (error instanceof ApiError) return error.message;
  return unreachable
    ? 'Check your connection, then try again. You’re still signed in.'
    : 'This page ran into a problem. Try again, or go to Directory.';
}
