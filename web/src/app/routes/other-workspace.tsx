import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { logout } from '../../features/auth/api/sign-in.ts';
import { returnPath } from '../../lib/session/return-path.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ButtonLink } from '../../ui/navigation/links.tsx';

/** For a link into a workspace that the person is not in. */
export function Page() {
  const { link } = useSearch({ from: '/open/other-workspace' });
  const { mutateAsync: signOut, isPending } = useMutation(logout);
  // The person who signs in next is led to what the link shows.
  const changeAccount = () => signOut().finally(() => link && returnPath.remember(link));
  return (
    <EmptyState
      order={1}
      icon={IconLock}
      title="You’re not in this workspace"
      action={
        <>
          <ButtonLink to="/directory">Go to Directory</ButtonLink>
          <Button variant="default" loading={isPending} onClick={() => void changeAccount()}>
            Use another account
          </Button>
        </>
      }
    >
      This link leads to a workspace you’re not in. Ask the person who sent it to invite you.
    </EmptyState>
  );
}
