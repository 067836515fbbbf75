import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { enterOrganization } from '../../../lib/session/change-organization.ts';
import { pendingInvitation } from '../../../lib/session/pending-invitation.ts';
import { FullScreenLoader } from '../../../ui/brand/full-screen-loader.tsx';
import { Modal } from '../../../ui/dialogs/modal.tsx';
import { joinQuery } from '../api/accept.ts';
import { problemOf } from '../problems.ts';

interface JoinInvitationProps {
  slug: string;
  /** Of the person who is signed in. */
  email: string;
  signOut(): void;
  /** Shown when there is no invitation to accept. */
  children: ReactNode;
}

/** Accepts the invitation a person came with, or says why it cannot be accepted. */
export function JoinInvitation({ slug, email, signOut, children }: JoinInvitationProps) {
  const { data, error, isPending } = useQuery(joinQuery(slug, email));
  const [opened, setOpened] = useState(true);
  const joined = data?.joined === true;

  useEffect(() => {
    if (!data) {
      if (error) pendingInvitation.forget();
    } else if (data.joined) {
      pendingInvitation.forget();
      enterOrganization(data.organization.id, `You’re now in ${data.organization.name}`);
    } else {
      // Kept for people who sign in again with the right address.
      pendingInvitation.remember(slug, data.email);
    }
  }, [data, error, slug]);

  if (isPending || joined) return <FullScreenLoader />;

  const close = () => {
    pendingInvitation.forget();
    setOpened(false);
  };
  const problem = data
    ? { title: 'This invitation is for another email', help: '' }
    : (problemOf(error) ?? { title: 'Couldn’t accept the invitation', help: error?.message });
  return (
    <>
      {children}
      <Modal opened={opened} onClose={close} title={problem.title}>
        <Stack gap="md">
          <Text>
            {data ? (
              <>
                {data.inviter?.name ?? 'Someone'} invited <strong>{data.email}</strong> to{' '}
                <strong>{data.organization.name}</strong>, but you’re signed in as <strong>{email}</strong>. Sign out
                and sign in with the other email to join.
              </>
            ) : (
              problem.help
            )}
          </Text>
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={close}>
              {data ? 'Not now' : 'Close'}
            </Button>
            {data ? <Button onClick={signOut}>Sign out</Button> : null}
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
