import { authForms } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { forgetPassword } from '../api/reset-password.ts';

export function ForgotPasswordForm({ onSent }: { onSent(email: string): void }) {
  const { mutateAsync } = useFormMutation(forgetPassword);
  const { form, submit } = useApiForm({
    schema: authForms.forgotPassword,
    initialValues: { email: '' },
    send: (body) => mutateAsync({ body }),
    done: (_, { email }) => onSent(email),
  });
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="email" label="Email" type="email" autoComplete="username" autoFocus />
      <SubmitButton of={form} fullWidth>
        Send code
      </SubmitButton>
    </Fields>
  );
}
