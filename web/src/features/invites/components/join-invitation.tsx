import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { enterOrganization } from '../../../lib/session/change-organization.ts';
import { pendingInvitation } from '../../../lib/session/pending-invitation.ts';
import { FullScreenLoader } from '../../../ui/brand/full-screen-loader.tsx';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { joinQuery } from '../api/accept.ts';
import { problemOf } from '../problems.ts';

interface JoinInvitationProps {
  slug: string;
  /** The email of the signed-in person. */
  email: string;
  signOut(): void;
  /** Renders the page around a card that explains why the invitation cannot be accepted. */
  renderPage(card: ReactNode): ReactNode;
  /** Shown when there is no invitation to accept. */
  children: ReactNode;
}

/** Accepts the invitation a person came with, or explains on a page why it cannot be accepted. */
export function JoinInvitation({ slug, email, signOut, renderPage, children }: JoinInvitationProps) {
  const { data, error, isPending } = useQuery(joinQuery(slug, email));
  const [left, setLeft] = useState(false);
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
  if (left) return children;

  const leave = () => {
    pendingInvitation.forget();
    setLeft(true);
  };
  if (data) {
    const lead = (
      <>
        {data.inviter?.name ?? 'Someone'} invited <strong>{data.email}</strong> to{' '}
        <strong>{data.organization.name}</strong>, but you’re signed in as <strong>{email}</strong>. Sign out and sign
        in with the other email to join.
      </>
    );
    return renderPage(
      <AuthCard title="This invitation is for another email" lead={lead}>
        <Stack gap="xs">
          <Button fullWidth onClick={signOut}>
            Sign out
          </Button>
          <Button fullWidth variant="default" onClick={leave}>
            Not now
          </Button>
        </Stack>
      </AuthCard>,
    );
  }
  const problem = problemOf(error) ?? { title: 'Couldn’t accept the invitation', help: error?.message };
  return renderPage(
    <AuthCard title={problem.title} lead={problem.help}>
      <Button fullWidth onClick={leave}>
        Go to Directory
      </Button>
    </AuthCard>,
  );
}
