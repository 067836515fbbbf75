import { user as calls } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { updatePassword } from '../api/security.ts';

export function ChangePasswordForm() {
  const { mutateAsync } = useFormMutation(updatePassword);
  const { form, submit } = useApiForm({
    schema: calls.updatePassword.body,
    initialValues: { current_password: '', password: '', password_confirmation: '' },
    send: (body) => mutateAsync({ body }),
    done() {
      form.reset();
      toast.success('Password changed. You’re signed out everywhere else.');
    },
  });
  return (
    <Fields onSubmit={submit}>
      <PasswordField of={form} name="current_password" label="Current password" autoComplete="current-password" />
      <PasswordField of={form} name="password" label="New password" autoComplete="new-password" />
      <PasswordField of={form} name="password_confirmation" label="Repeat new password" autoComplete="new-password" />
      <SubmitButton of={form}>Change password</SubmitButton>
    </Fields>
  );
}
