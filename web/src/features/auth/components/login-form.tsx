import { Button, TextInput } from '@mantine/core';
import { authForms } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { Fields, PasswordField } from '../../../ui/fields.tsx';
import { login } from '../api/sign-in.ts';

/** Starts the session; where to go then is up to the guards. */
export function LoginForm({ email = '' }: { email?: string }) {
  const { mutateAsync } = useMutation(login);
  const { form, submit } = useApiForm({
    schema: authForms.login,
    initialValues: { email, password: '' },
    send: (body) => mutateAsync({ body }),
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput
        label="Email"
        type="email"
        autoComplete="username"
        autoFocus={!email}
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
      <PasswordField
        label="Password"
        autoComplete="current-password"
        autoFocus={Boolean(email)}
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <Button type="submit" fullWidth loading={form.submitting}>
        Sign in
      </Button>
    </Fields>
  );
}
