import { Anchor, Button, Divider, Stack, Text } from '@mantine/core';
import { ApiError, authForms, type SecondStep } from '@sheaf/contract';
import { useState } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { knowsPasskeys } from '../../../lib/browser/passkeys.ts';
import { CodeField } from '../../../ui/forms/code-field.tsx';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { finishSignIn } from '../api/second-step.ts';
import { PasskeyButton } from './passkey-button.tsx';

const PROBLEM = 'second-step-problem';

interface SecondStepFormProps {
  step: SecondStep;
  /** Called with the reason when the password has to be entered again. */
  onOver(reason: string): void;
}

/** A code of the authenticator app, a recovery code, or a passkey. */
export function SecondStepForm({ step, onOver }: SecondStepFormProps) {
  const [kind, setKind] = useState<'app' | 'recovery'>('app');
  const passkey = step.passkey && knowsPasskeys();
  if (!step.app) return <WithoutApp step={step} passkey={passkey} onOver={onOver} />;
  return (
    <Stack gap="md">
      {/* Another kind of code starts a new form. */}
      <CodeForm key={kind} kind={kind} token={step.token} onOver={onOver} />
      <Anchor component="button" type="button" ta="center" onClick={() => setKind(kind === 'app' ? 'recovery' : 'app')}>
        {kind === 'app' ? 'Use a recovery code' : 'Use your authenticator app'}
      </Anchor>
      {passkey ? (
        <>
          <Divider label="or" />
          <PasskeyButton label="Use a passkey" token={step.token} />
        </>
      ) : null}
    </Stack>
  );
}

/** A passkey, or else a recovery code. */
function WithoutApp({ step, passkey, onOver }: SecondStepFormProps & { passkey: boolean }) {
  const [withCode, setWithCode] = useState(!passkey);
  return (
    <Stack gap="md">
      {passkey ? null : (
        <Text size="sm" c="dimmed">
          {step.passkey
            ? 'This browser doesn’t support passkeys. Use a recovery code, or sign in with another browser.'
            : 'You have no passkey left. Use a recovery code.'}
        </Text>
      )}
      {withCode ? (
        <CodeForm kind="recovery" token={step.token} onOver={onOver} />
      ) : (
        <PasskeyButton label="Use a passkey" token={step.token} variant="filled" />
      )}
      {passkey ? (
        <Anchor component="button" type="button" ta="center" onClick={() => setWithCode(!withCode)}>
          {withCode ? 'Use a passkey' : 'Use a recovery code'}
        </Anchor>
      ) : null}
    </Stack>
  );
}

function CodeForm({ kind, token, onOver }: { kind: 'app' | 'recovery'; token: string; onOver(reason: string): void }) {
  const { mutateAsync } = useFormMutation(finishSignIn, { showsProblem: true });
  const { form, submit, problem } = useApiForm({
    schema: authForms.secondStep,
    initialValues: { token, code: '' },
    send: async (body) => {
      try {
        return await mutateAsync({ body });
      } catch (error) {
        if (error instanceof ApiError && error.code === 'invalid_credentials') onOver(error.message);
        throw error;
      }
    },
  });
  return (
    <Fields onSubmit={submit}>
      {kind === 'app' ? (
        <CodeField
          of={form}
          name="code"
          label="Code from your authenticator app"
          autoFocus
          readOnly={form.submitting}
          onComplete={() => submit()}
        />
      ) : (
        <TextField
          of={form}
          name="code"
          label="Recovery code"
          placeholder="abcd-efgh-2345-6789"
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
        />
      )}
      {problem ? (
        <Text size="sm" c="var(--mantine-color-error)" id={PROBLEM} role="alert">
          {problem}
        </Text>
      ) : null}
      <Button type="submit" aria-describedby={problem ? PROBLEM : undefined} fullWidth loading={form.submitting}>
        Continue
      </Button>
    </Fields>
  );
}
