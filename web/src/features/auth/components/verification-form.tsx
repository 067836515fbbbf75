import { Stack } from '@mantine/core';
import { authForms } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { Fields } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { ResendButton } from '../../../ui/forms/resend-button.tsx';
import { resendCode, verify } from '../api/verification.ts';
import { MailNote } from './mail-note.tsx';

interface VerificationFormProps {
  onVerified(): void;
  /** Seconds until another code may be requested. */
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
        <CodeField
          of={form}
          name="code"
          label="Code"
          autoFocus
          readOnly={form.submitting}
          onComplete={() => submit()}
        />
        <SubmitButton of={form} fullWidth>
          Verify
        </SubmitButton>
      </Fields>
      <MailNote />
      <ResendButton fullWidth send={sendAgain} wait={wait} />
    </Stack>
  );
}
