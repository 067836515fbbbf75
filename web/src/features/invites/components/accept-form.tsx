import { Button, TextInput } from '@mantine/core';
import { invites } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { Fields, PasswordField } from '../../../ui/fields.tsx';
import { registerInvited } from '../api/accept.ts';

interface AcceptFormProps {
  slug: string;
  email: string;
  organizationId: string;
}

/** Creates the account of a newcomer, who joins with it; where to go then is up to the guards. */
export function AcceptForm({ slug, email, organizationId }: AcceptFormProps) {
  const { mutateAsync } = useMutation(registerInvited);
  const { form, submit } = useApiForm({
    schema: invites.register.body,
    initialValues: { name: '', password: '', password_confirmation: '' },
    send: (body) => mutateAsync({ params: { slug }, body, organizationId }),
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly variant="filled" />
      <TextInput label="Name" autoComplete="name" autoFocus key={form.key('name')} {...form.getInputProps('name')} />
      <PasswordField
        label="Password"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Repeat password"
        autoComplete="new-password"
        key={form.key('password_confirmation')}
        {...form.getInputProps('password_confirmation')}
      />
      <Button type="submit" fullWidth loading={form.submitting}>
        Create account and join
      </Button>
    </Fields>
  );
}
