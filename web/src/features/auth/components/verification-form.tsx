import { Button, Stack } from '@mantine/core';
import { authForms } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { CodeInput } from '../../../ui/code-input.tsx';
import { Fields } from '../../../ui/fields.tsx';
import { ResendButton } from '../../../ui/resend-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { resendCode, verify } from '../api/verification.ts';

interface VerificationFormProps {
  onVerified(): void;
  /** Seconds until another code may be asked for. */
  wait: number;
}

export function VerificationForm({ onVerified, wait }: VerificationFormProps) {
  const { mutateAsync: send } = useMutation(verify);
  const { mutateAsync: resend } = useMutation(resendCode);
  const { form, submit } = useApiForm({
    schema: authForms.verification,
    initialValues: { code: '' },
    send: (body) => send({ body }),
    done: onVerified,
  });

  const sendAgain = async () => {
    await resend();
    toast.success('A new code is on its way');
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
      <ResendButton fullWidth send={sendAgain} wait={wait} />
    </Stack>
  );
}
