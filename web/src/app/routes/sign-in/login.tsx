import { Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { installationQuery } from '../../../features/auth/api/installation.ts';
import { LoginForm } from '../../../features/auth/components/login-form.tsx';
import { session } from '../../../lib/api/http.ts';
import { pendingInvitation } from '../../../lib/session/pending-invitation.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';

export function Page() {
  const { data: installation } = useQuery(installationQuery);
  // Nobody can sign in to an empty installation.
  if (installation?.has_users === false) return <Navigate to="/register" replace />;
  return (
    <AuthCard
      title="Sign in"
      lead={leadOf()}
      footer={
        <>
          New to Sheaf? <TextLink to="/register">Create an account</TextLink>
        </>
      }
    >
      <LoginForm email={pendingInvitation.email} />
      <Group justify="center" mt="md">
        <TextLink to="/forgot-password">Forgot your password?</TextLink>
      </Group>
    </AuthCard>
  );
}

function leadOf(): string | undefined {
  if (pendingInvitation.slug) return 'After you sign in, you’ll join the workspace you were invited to.';
  if (session.endedByServer) return 'Your session has ended. Sign in again to continue where you left off.';
  return undefined;
}
