import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../../features/user/api/current-user.ts';
import { ChangeEmailForm } from '../../features/user/components/change-email-form.tsx';
import { ConfirmEmailForm } from '../../features/user/components/confirm-email-form.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Section } from '../../ui/section.tsx';

export function Page() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const [newEmail, setNewEmail] = useState<string>();
  const close = () => setNewEmail(undefined);
  return (
    <>
      <Section title="Email" description="You sign in with this address, and Sheaf writes to it.">
        <Facts facts={[{ name: 'Current address', value: user.email }]} />
      </Section>
      <Section title="Change email" description="We send a code to the new address to make sure that it is yours.">
        {newEmail ? (
          <ConfirmEmailForm email={newEmail} onDone={close} onCancel={close} />
        ) : (
          <ChangeEmailForm current={user.email} onSent={setNewEmail} />
        )}
      </Section>
    </>
  );
}
