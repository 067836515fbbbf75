import { Anchor, Group } from '@mantine/core';
import type { SecondStep } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { Navigate } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { installationQuery } from '../../../features/auth/api/installation.ts';
import { LoginForm } from '../../../features/auth/components/login-form.tsx';
import { session } from '../../../lib/api/http.ts';
import { pendingInvitation } from '../../../lib/session/pending-invitation.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';

/** Loaded later, because only some people need it. */
const SecondStepForm = lazy(async () => ({
  default: (await import('../../../features/auth/components/second-step-form.tsx')).SecondStepForm,
}));
const PasskeySignIn = lazy(async () => ({
  default: (await import('../../../features/auth/components/passkey-sign-in.tsx')).PasskeySignIn,
}));

export function Page() {
  const { data: installation } = useQuery(installationQuery);
  const [step, setStep] = useState<SecondStep>();
  const [reason, setReason] = useState<string>();
  // Nobody can sign in to a server without accounts.
  if (installation?.has_users === false) return <Navigate to="/register" replace />;
  if (step) {
    const startOver = (why?: string) => {
      setReason(why);
      setStep(undefined);
    };
    return (
      <AuthCard
        title="Two-factor authentication"
        lead="Your password is right. Now confirm that it’s you."
        footer={
          <Anchor component="button" type="button" onClick={() => startOver()}>
            Back to sign in
          </Anchor>
        }
      >
        <Suspense>
          <SecondStepForm step={step} onOver={startOver} />
        </Suspense>
      </AuthCard>
    );
  }
  return (
    <AuthCard
      title="Sign in"
      lead={reason ?? leadOf()}
      footer={
        <>
          New to Sheaf? <TextLink to="/register">Create an account</TextLink>
        </>
      }
    >
      <LoginForm email={pendingInvitation.email} onSecondStep={setStep} />
      {installation?.passkeys ? (
        <Suspense>
          <PasskeySignIn />
        </Suspense>
      ) : null}
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
