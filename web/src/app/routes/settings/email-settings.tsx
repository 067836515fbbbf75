import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { currentUserQuery } from '../../../features/user/api/current-user.ts';
import { ChangeEmailForm, type EmailChange } from '../../../features/user/components/change-email-form.tsx';
import { ConfirmEmailForm } from '../../../features/user/components/confirm-email-form.tsx';
import { Facts } from '../../../ui/layout/facts.tsx';
import { Section } from '../../../ui/layout/section.tsx';

export function Page() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const [asked, setAsked] = useState<EmailChange>();
  const close = () => setAsked(undefined);
  return (
    <>
      <Section title="Email" description="You sign in with this email, and Sheaf sends messages to it.">
        <Facts facts={[{ name: 'Current email', value: user.email }]} />
      </Section>
      <Section
        title="Change email"
        description="We’ll send a code to the new email to confirm it’s yours. Changing your email signs you out everywhere else. You can undo it from the old email for a week."
      >
        {asked ? (
          <ConfirmEmailForm change={asked} onDone={close} onCancel={close} />
        ) : (
          <ChangeEmailForm current={user.email} onSent={setAsked} />
        )}
      </Section>
    </>
  );
}
