import { Stack } from '@mantine/core';
import { authForms, limits } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { ResendButton } from '../../../ui/forms/resend-button.tsx';
import { forgetPassword, resetPassword } from '../api/reset-password.ts';
import { MailNote } from './mail-note.tsx';

interface ResetPasswordFormProps {
  /** The address to which the code was sent. */
  email: string;
  onReset(): void;
}

export function ResetPasswordForm({ email, onReset }: ResetPasswordFormProps) {
  const { mutateAsync: reset } = useFormMutation(resetPassword);
  const { mutateAsync: sendCode } = useMutation(forgetPassword);
  const { form, submit } = useApiForm({
    schema: authForms.resetPassword,
    initialValues: { email, code: '', password: '', password_confirmation: '' },
    send: (body) => reset({ body }),
    done: onReset,
  });

  const sendAgain = async () => {
    await sendCode({ body: { email } });
    toast.success('New code sent');
  };

  return (
    <Stack gap={12}>
      <Fields onSubmit={submit}>
        <CodeField of={form} name="code" label="Code" autoFocus />
        <PasswordField of={form} name="password" label="New password" autoComplete="new-password" />
        <PasswordField of={form} name="password_confirmation" label="Repeat password" autoComplete="new-password" />
        <SubmitButton of={form} fullWidth>
          Set new password
        </SubmitButton>
      </Fields>
      <MailNote />
      <ResendButton fullWidth send={sendAgain} wait={limits.codeResendSeconds} />
    </Stack>
  );
}
