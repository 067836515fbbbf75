import { Alert, Stack, Text } from '@mantine/core';
import { twoFactor } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { Fields } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { confirmSetUp } from '../api/two-factor.ts';
import { QrCode } from './qr-code.tsx';

interface ScanStepProps {
  secret: string;
  uri: string;
  onConfirmed(recoveryCodes: string[]): void;
  onCancel: (() => void) | undefined;
}

/** The app learns the secret, and its first code proves that it did. */
export function ScanStep({ secret, uri, onConfirmed, onCancel }: ScanStepProps) {
  const { mutateAsync } = useFormMutation(confirmSetUp, { showsProblem: true });
  const { form, submit, problem } = useApiForm({
    schema: twoFactor.confirm.body,
    initialValues: { code: '' },
    send: (body) => mutateAsync({ body }),
    done: ({ recovery_codes }) => onConfirmed(recovery_codes),
  });
  return (
    <Fields onSubmit={submit}>
      <Stack gap="sm">
        <Text>Scan this code with your authenticator app.</Text>
        <QrCode text={uri} label="QR code for your authenticator app" />
        <Text size="sm">Can’t scan it? Enter this key in the app:</Text>
        {/* biome-ignore lint/a11y/useSemanticElements: a text that is named and copied, not a group of fields */}
        <div role="group" aria-label="Setup key" className="secret">
          {secret.match(/.{1,4}/g)?.join(' ')}
        </div>
      </Stack>
      <CodeField
        of={form}
        name="code"
        label="Code from the app"
        autoFocus
        readOnly={form.submitting}
        onComplete={() => submit()}
      />
      {problem ? <Alert color="red">{problem}</Alert> : null}
      <FormButtons label="Turn on" loading={form.submitting} onCancel={onCancel} />
    </Fields>
  );
}
