import { ApiKeyList } from '../../../features/api-keys/components/api-key-list.tsx';
import { ChangePasswordForm } from '../../../features/user/components/change-password-form.tsx';
import { SessionList } from '../../../features/user/components/session-list.tsx';
import { Section } from '../../../ui/layout/section.tsx';

export function Page() {
  return (
    <>
      <Section title="Password" description="Changing your password signs you out everywhere else.">
        <ChangePasswordForm />
      </Section>
      <Section title="Active sessions" description="Where you’re signed in.">
        <SessionList />
      </Section>
      <Section
        title="API keys"
        description="For scripts and assistants that work in your name, in this workspace only. They keep working when you change your password or sign out: to end access, revoke the key."
      >
        <ApiKeyList />
      </Section>
    </>
  );
}
