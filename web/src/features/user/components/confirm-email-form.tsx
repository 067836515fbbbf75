import { Button, Group, Stack, Text } from '@mantine/core';
import { user as calls, limits } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { CodeInput } from '../../../ui/code-input.tsx';
import { Fields } from '../../../ui/fields.tsx';
import { ResendButton } from '../../../ui/resend-button.tsx';
import { toast } from '../../../ui/toast.ts';
import { changeEmail, confirmEmail } from '../api/email.ts';

interface ConfirmEmailFormProps {
  /** The new address, where the code was sent. */
  email: string;
  onDone(): void;
  onCancel(): void;
}

export function ConfirmEmailForm({ email, onDone, onCancel }: ConfirmEmailFormProps) {
  const { mutateAsync: confirm } = useMutation(confirmEmail);
  const { mutateAsync: sendCode } = useMutation(changeEmail);
  const { form, submit } = useApiForm({
    schema: calls.confirmEmail.body,
    initialValues: { code: '' },
    send: (body) => confirm({ body }),
    done() {
      toast.success('Email changed');
      onDone();
    },
  });

  const sendAgain = async () => {
    await sendCode({ body: { new_email: email } });
    toast.success('A new code is on its way');
  };

  return (
    <Stack gap="md">
      <Text>
        We sent a code to <strong>{email}</strong>. Enter it to use this address from now on.
      </Text>
      <Fields onSubmit={submit}>
        <CodeInput
          label="Code"
          autoFocus
          readOnly={form.submitting}
          onComplete={() => submit()}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
        <Group gap="xs">
          <Button type="submit" loading={form.submitting}>
            Confirm
          </Button>
          <ResendButton send={sendAgain} wait={limits.codeResendSeconds} />
          <Button variant="subtle" color="gray" onClick={onCancel}>
            Cancel
          </Button>
        </Group>
      </Fields>
    </Stack>
  );
}
