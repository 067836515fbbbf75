import { Alert, Anchor, Text } from '@mantine/core';
import type { CallInput, passkeys } from '@sheaf/contract';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { asPasskeyProblem, knowsPasskeys } from '../../../lib/browser/passkeys.ts';
import { Fields, PasswordField, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { askForPasskey } from '../api/own-passkeys.ts';
import { passkeysQuery } from '../api/passkeys.ts';
import { twoFactorQuery } from '../api/two-factor.ts';

type Proof = CallInput<typeof passkeys.options>['body'];
/** The proof required besides the password. */
type Second = 'nothing' | 'code' | 'passkey';

interface ProofFormProps<Result> {
  /** The body of the call, which the proof is a part of. */
  schema: Parameters<typeof useApiForm>[0]['schema'];
  text: ReactNode;
  label: string;
  color?: string;
  send(proof: Proof): Promise<Result>;
  onDone(result: Result): void;
  onCancel(): void;
}

/**
 * A form that changes how someone signs in: it needs the password and, with two-factor authentication, a code or a
 * passkey.
 */
export function ProofForm<Result>(props: ProofFormProps<Result>) {
  const { data: state } = useQuery(twoFactorQuery);
  const { data: own = [] } = useQuery(passkeysQuery);
  const [chosen, setChosen] = useState<Second>();
  if (!state) return null;
  const hasPasskey = own.length > 0 && knowsPasskeys();
  const usual = !state.enabled ? 'nothing' : state.app || !hasPasskey ? 'code' : 'passkey';
  const second = chosen ?? usual;
  const other = second === 'passkey' ? 'code' : 'passkey';
  const codes = state.app ? 'From your authenticator app, or a recovery code.' : 'A recovery code.';
  return (
    // Another kind of proof starts a new form.
    <Form key={second} {...props} second={second} codes={codes}>
      {state.enabled && hasPasskey ? (
        <Anchor component="button" type="button" size="sm" ta="start" onClick={() => setChosen(other)}>
          {other === 'passkey'
            ? 'Use a passkey instead'
            : state.app
              ? 'Use a code instead'
              : 'Use a recovery code instead'}
        </Anchor>
      ) : null}
    </Form>
  );
}

interface FormProps<Result> extends ProofFormProps<Result> {
  second: Second;
  codes: string;
  children: ReactNode;
}

function Form<Result>({ second, codes, children, ...props }: FormProps<Result>) {
  const { form, submit, problem } = useApiForm<Proof & Record<string, unknown>, Result>({
    schema: props.schema,
    initialValues: second === 'code' ? { current_password: '', code: '' } : { current_password: '' },
    send: async (proof) =>
      props.send(second === 'passkey' ? { ...proof, passkey: await askForPasskey().catch(asPasskeyProblem) } : proof),
    done: props.onDone,
  });
  return (
    <Fields onSubmit={submit}>
      <Text>{props.text}</Text>
      <PasswordField
        of={form}
        name="current_password"
        label="Current password"
        autoComplete="current-password"
        data-autofocus
      />
      {second === 'code' ? (
        <TextField
          of={form}
          name="code"
          label="Code"
          description={codes}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
        />
      ) : null}
      {second === 'passkey' ? (
        <Text size="sm" c="dimmed">
          To confirm that it’s you, your browser also asks for one of your passkeys.
        </Text>
      ) : null}
      {children}
      {problem ? <Alert color="red">{problem}</Alert> : null}
      <FormButtons label={props.label} color={props.color} loading={form.submitting} onCancel={props.onCancel} />
    </Fields>
  );
}
