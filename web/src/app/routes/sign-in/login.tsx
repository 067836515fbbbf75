import { Group } from '@mantine/core';
import { LoginForm } from '../../../features/auth/components/login-form.tsx';
import { session } from '../../../lib/api/http.ts';
import { pendingInvitation } from '../../../lib/session/pending-invitation.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';

export function Page() {
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
