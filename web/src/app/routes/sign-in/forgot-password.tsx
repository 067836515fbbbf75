import { limits } from '@sheaf/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ForgotPasswordForm } from '../../../features/auth/components/forgot-password-form.tsx';
import { ResetPasswordForm } from '../../../features/auth/components/reset-password-form.tsx';
import { toast } from '../../../ui/feedback/toast.ts';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';

/** Asks for the address, then, on the same page, for the code and the new password. */
export function Page() {
  const [email, setEmail] = useState<string>();
  const navigate = useNavigate();
  const back = <TextLink to="/login">Back to sign in</TextLink>;

  if (!email) {
    return (
      <AuthCard title="Forgot your password?" lead="We’ll email you a code to set a new one." footer={back}>
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
          If <strong>{email}</strong> has an account, we sent it a code. It’s valid for {limits.codeMinutes} minutes.
        </>
      }
      footer={back}
    >
      <ResetPasswordForm email={email} onReset={finish} />
    </AuthCard>
  );
}
