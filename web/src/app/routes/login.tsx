import { Group } from '@mantine/core';
import { LoginForm } from '../../features/auth/components/login-form.tsx';
import { pendingInvitation } from '../../lib/pending-invitation.ts';
import { AuthCard } from '../../ui/auth-card.tsx';
import { TextLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <AuthCard
      title="Sign in"
      lead={pendingInvitation.slug ? 'You join the workspace you were invited to right after.' : undefined}
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
