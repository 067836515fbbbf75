import { Alert, Stack, Text } from '@mantine/core';
import { twoFactor } from '@sheaf/contract';
import { encode } from 'uqr';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { Fields } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { confirmSetUp } from '../api/two-factor.ts';
import classes from './account-security.module.css';

interface ScanStepProps {
  secret: string;
  uri: string;
  onConfirmed(recoveryCodes: string[]): void;
  onCancel: (() => void) | undefined;
}

/** The authenticator app gets the secret, and its first code proves that it has it. */
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

/** Dark on light in every theme: cameras read it more reliably. Drawn here, so that the secret is sent nowhere. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 2 });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
