import { Button, Stack } from '@mantine/core';
import { authForms } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CodeInput } from '../../../ui/forms/code-input.tsx';
import { Fields } from '../../../ui/forms/fields.tsx';
import { ResendButton } from '../../../ui/forms/resend-button.tsx';
import { resendCode, verify } from '../api/verification.ts';
import { MailNote } from './mail-note.tsx';

interface VerificationFormProps {
  onVerified(): void;
  /** Seconds until another code may be asked for. */
  wait: number;
}

export function VerificationForm({ onVerified, wait }: VerificationFormProps) {
  const { mutateAsync: send } = useFormMutation(verify);
  const { mutateAsync: resend } = useMutation(resendCode);
  const { form, submit } = useApiForm({
    schema: authForms.verification,
    initialValues: { code: '' },
    send: (body) => send({ body }),
    done: onVerified,
  });

  const sendAgain = async () => {
    await resend();
    toast.success('New code sent');
  };

  return (
    <Stack gap={12}>
      <Fields onSubmit={submit}>
        <CodeInput
          label="Code"
          autoFocus
          readOnly={form.submitting}
          onComplete={() => submit()}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Button type="submit" fullWidth loading={form.submitting}>
          Verify
        </Button>
      </Fields>
      <MailNote />
      <ResendButton fullWidth send={sendAgain} wait={wait} />
    </Stack>
  );
}
