import { RegisterForm } from '../../../features/auth/components/register-form.tsx';
import { AuthCard } from '../../../ui/layout/auth-card.tsx';
import { TextLink } from '../../../ui/navigation/links.tsx';

export function Page() {
  return (
    <AuthCard
      title="Create your account"
      lead="You’ll get your own workspace right away."
      footer={
        <>
          Already have an account? <TextLink to="/login">Sign in</TextLink>
        </>
      }
    >
      <RegisterForm />
    </AuthCard>
  );
}
