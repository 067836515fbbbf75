import { Button } from '@mantine/core';
import { user as calls } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
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
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        key={form.key('current_password')}
        {...form.getInputProps('current_password')}
      />
      <PasswordField
        label="New password"
        autoComplete="new-password"
        key={form.key('password')}
        {...form.getInputProps('password')}
      />
      <PasswordField
        label="Repeat new password"
        autoComplete="new-password"
        key={form.key('password_confirmation')}
        {...form.getInputProps('password_confirmation')}
      />
      <div>
        <Button type="submit" loading={form.submitting}>
          Change password
        </Button>
      </div>
    </Fields>
  );
}
