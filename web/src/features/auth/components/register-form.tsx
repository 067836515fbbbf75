import { Button, TextInput } from '@mantine/core';
import { authForms } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { register } from '../api/sign-in.ts';

/** Creates the account and starts its session; the guards then decide where to go. */
export function RegisterForm() {
  const { mutateAsync } = useFormMutation(register);
  const { form, submit } = useApiForm({
    schema: authForms.register,
    initialValues: { name: '', email: '', password: '', password_confirmation: '' },
    send: (body) => mutateAsync({ body }),
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput label="Name" autoComplete="name" autoFocus key={form.key('name')} {...form.getInputProps('name')} />
      <TextInput
        label="Email"
        type="email"
        autoComplete="email"
        key={form.key('email')}
        {...form.getInputProps('email')}
      />
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
        Create account
      </Button>
    </Fields>
  );
}
