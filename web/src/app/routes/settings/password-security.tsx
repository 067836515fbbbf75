import { useQuery } from '@tanstack/react-query';
import { PasskeyList } from '../../../features/account-security/components/passkey-list.tsx';
import { TwoFactorSettings } from '../../../features/account-security/components/two-factor-settings.tsx';
import { ApiKeyList } from '../../../features/api-keys/components/api-key-list.tsx';
import { installationQuery } from '../../../features/auth/api/installation.ts';
import { ChangePasswordForm } from '../../../features/user/components/change-password-form.tsx';
import { SessionList } from '../../../features/user/components/session-list.tsx';
import { Section } from '../../../ui/layout/section.tsx';

export function Page() {
  const { data: installation } = useQuery(installationQuery);
  const passkeysAvailable = installation?.passkeys ?? true;
  return (
    <>
      <Section title="Password" description="Changing your password signs you out everywhere else.">
        <ChangePasswordForm />
      </Section>
      <Section
        title="Two-factor authentication"
        description="Signing in takes your password and a second step: a code from your phone or a passkey. A stolen password isn’t enough. Turning it on signs you out everywhere else."
      >
        <TwoFactorSettings passkeysAvailable={passkeysAvailable} />
      </Section>
      <Section
        title="Passkeys"
        description="Sign in with your fingerprint, face or screen lock instead of a password. A passkey also works as the second step of two-factor authentication."
      >
        <PasskeyList available={passkeysAvailable} />
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
