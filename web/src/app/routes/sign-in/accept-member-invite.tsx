import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { invitationQuery } from '../../../features/invites/api/accept.ts';
import { AcceptForm } from '../../../features/invites/components/accept-form.tsx';
import { problemOf } from '../../../features/invites/problems.ts';
import { pendingInvitation } from '../../../lib/session/pending-invitation.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { ButtonLink, TextLink } from '../../../ui/navigation/links.tsx';

const route = getRouteApi('/invited/accept-member-invite/$slug');

export function Page() {
  const { slug } = route.useParams();
  const { data: invitation, error, isPending, refetch } = useQuery(invitationQuery(slug));
  const navigate = useNavigate();

  if (isPending) return <Loading />;
  if (!invitation) {
    const problem = problemOf(error);
    return problem ? (
      <Unusable title={problem.title} help={problem.help} />
    ) : (
      <AuthCard title="Couldn’t load the invitation" lead={error?.message}>
        <Button fullWidth onClick={() => void refetch()}>
          Try again
        </Button>
      </AuthCard>
    );
  }

  const { organization, email, inviter, has_account } = invitation;
  const lead = (
    <>
      {inviter ? <strong>{inviter.name}</strong> : 'Someone'} invited <strong>{email}</strong> to{' '}
      <strong>{organization.name}</strong>.
    </>
  );
  const signIn = () => {
    pendingInvitation.remember(slug, email);
    void navigate({ to: '/login' });
  };
  return has_account ? (
    <AuthCard title={`Join ${organization.name}`} lead={lead}>
      <Stack gap="md">
        <Text>This email already has an account. Sign in to join.</Text>
        <Button fullWidth onClick={signIn}>
          Sign in to join
        </Button>
      </Stack>
    </AuthCard>
  ) : (
    <AuthCard title={`Join ${organization.name}`} lead={lead}>
      <AcceptForm slug={slug} email={email} organization={organization} />
    </AuthCard>
  );
}

function Unusable({ title, help }: { title: string; help: string }) {
  return (
    <AuthCard
      title={title}
      lead={help}
      footer={
        <>
          New to Sheaf? <TextLink to="/register">Create an account</TextLink>
        </>
      }
    >
      <ButtonLink to="/login" fullWidth>
        Sign in
      </ButtonLink>
    </AuthCard>
  );
}

function Loading() {
  return (
    <AuthCard title="Your invitation">
      <Stack gap="lg" role="status" aria-label="Loading">
        <Skeleton height={16} />
        <Skeleton height={36} />
        <Skeleton height={36} />
        <Skeleton height={36} />
      </Stack>
    </AuthCard>
  );
}
