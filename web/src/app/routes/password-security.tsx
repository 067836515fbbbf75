import { ChangePasswordForm } from '../../features/user/components/change-password-form.tsx';
import { SessionList } from '../../features/user/components/session-list.tsx';
import { Section } from '../../ui/section.tsx';

export function Page() {
  return (
    <>
      <Section title="Password" description="A new password signs every other device out.">
        <ChangePasswordForm />
      </Section>
      <Section title="Active sessions" description="Where you are signed in.">
        <SessionList />
      </Section>
    </>
  );
}
