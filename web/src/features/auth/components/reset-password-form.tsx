import { Button, Stack } from '@mantine/core';
import { authForms, limits } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CodeInput } from '../../../ui/forms/code-input.tsx';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { ResendButton } from '../../../ui/forms/resend-button.tsx';
import { forgetPassword, resetPassword } from '../api/reset-password.ts';
import { MailNote } from './mail-note.tsx';

interface ResetPasswordFormProps {
  /** Where the code was sent. */
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
        <CodeInput label="Code" autoFocus key={form.key('code')} {...form.getInputProps('code')} />
        <PasswordField
          label="New password"
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
          Set new password
        </Button>
      </Fields>
      <MailNote />
      <ResendButton fullWidth send={sendAgain} wait={limits.codeResendSeconds} />
    </Stack>
  );
}
