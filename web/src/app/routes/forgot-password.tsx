import { limits } from '@sheaf/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ForgotPasswordForm } from '../../features/auth/components/forgot-password-form.tsx';
import { ResetPasswordForm } from '../../features/auth/components/reset-password-form.tsx';
import { AuthCard } from '../../ui/auth-card.tsx';
import { TextLink } from '../../ui/links.tsx';
import { toast } from '../../ui/toast.ts';

/** Asks for the address, then, on the same page, for the code and the new password. */
export function Page() {
  const [email, setEmail] = useState<string>();
  const navigate = useNavigate();
  const back = <TextLink to="/login">Back to sign in</TextLink>;

  if (!email) {
    return (
      <AuthCard title="Forgot your password?" lead="We send you a code to set a new one." footer={back}>
        <ForgotPasswordForm onSent={setEmail} />
      </AuthCard>
    );
  }

  const finish = () => {
    toast.success('Password changed. Sign in with the new one.');
    void navigate({ to: '/login' });
  };
  return (
    <AuthCard
      title="Set a new password"
      lead={
        <>
          If <strong>{email}</strong> has an account, a code is on its way there. It is valid for {limits.codeMinutes}{' '}
          minutes.
        </>
      }
      footer={back}
    >
      <ResetPasswordForm email={email} onReset={finish} />
    </AuthCard>
  );
}
