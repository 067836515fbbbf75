import { RegisterForm } from '../../features/auth/components/register-form.tsx';
import { AuthCard } from '../../ui/auth-card.tsx';
import { TextLink } from '../../ui/links.tsx';

export function Page() {
  return (
    <AuthCard
      title="Create your account"
      lead="You get a workspace of your own right away."
      footer={
        <>
          Have an account already? <TextLink to="/login">Sign in</TextLink>
        </>
      }
    >
      <RegisterForm />
    </AuthCard>
  );
}
