import { authForms } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, PasswordField, TextField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
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
      <TextField of={form} name="name" label="Name" autoComplete="name" autoFocus />
      <TextField of={form} name="email" label="Email" type="email" autoComplete="email" />
      <PasswordField of={form} name="password" label="Password" autoComplete="new-password" />
      <PasswordField of={form} name="password_confirmation" label="Repeat password" autoComplete="new-password" />
      <SubmitButton of={form} fullWidth>
        Create account
      </SubmitButton>
    </Fields>
  );
}
