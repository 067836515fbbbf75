import { Button, Group, Stack, Text } from '@mantine/core';
import { user as calls, limits } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { Fields } from '../../../ui/forms/fields.tsx';
import { ResendButton } from '../../../ui/forms/resend-button.tsx';
import { changeEmail, confirmEmail } from '../api/profile.ts';
import type { EmailChange } from './change-email-form.tsx';

interface ConfirmEmailFormProps {
  /** The requested change; the code was sent to the new address. */
  change: EmailChange;
  onDone(): void;
  onCancel(): void;
}

export function ConfirmEmailForm({ change, onDone, onCancel }: ConfirmEmailFormProps) {
  const { mutateAsync: confirm } = useFormMutation(confirmEmail);
  const { mutateAsync: sendCode } = useMutation(changeEmail);
  const { form, submit } = useApiForm({
    schema: calls.confirmEmail.body,
    initialValues: { code: '' },
    send: (body) => confirm({ body }),
    done() {
      toast.success('Email changed. You’re signed out everywhere else.');
      onDone();
    },
  });

  const sendAgain = async () => {
    await sendCode({ body: change });
    toast.success('New code sent');
  };

  return (
    <Stack gap="md">
      <Text>
        We sent a code to <strong>{change.new_email}</strong>. Enter it to start using this email.
      </Text>
      <Fields onSubmit={submit}>
        <CodeField
          of={form}
          name="code"
          label="Code"
          autoFocus
          readOnly={form.submitting}
          onComplete={() => submit()}
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
