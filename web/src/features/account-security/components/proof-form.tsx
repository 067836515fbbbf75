import { Alert, Text, TextInput } from '@mantine/core';
import { ApiError } from '@sheaf/contract';
import type { ReactNode } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { Fields, PasswordField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from './form-buttons.tsx';

export interface Proof {
  current_password: string;
  code?: string;
}

interface ProofFormProps<Result> {
  /** The body of the call, which the proof is a part of. */
  schema: Parameters<typeof useApiForm>[0]['schema'];
  text: ReactNode;
  /** Two-factor authentication is on: a code is asked for as well. */
  withCode: boolean;
  label: string;
  color?: string;
  /** What browsers and devices say, in words for the person. */
  problemOf?(error: Error): string;
  send(proof: Proof): Promise<Result>;
  onDone(result: Result): void;
  onCancel(): void;
}

/** What changes how somebody signs in needs the password, and with two-factor authentication a code. */
export function ProofForm<Result>(props: ProofFormProps<Result>) {
  const { withCode, problemOf } = props;
  const { form, submit, problem } = useApiForm<Proof & Record<string, unknown>, Result>({
    schema: props.schema,
    initialValues: withCode ? { current_password: '', code: '' } : { current_password: '' },
    send: async (proof) => {
      try {
        return await props.send(proof);
      } catch (error) {
        if (error instanceof ApiError || !problemOf) throw error;
        throw new ApiError(undefined, { code: 'passkey', message: problemOf(error as Error) });
      }
    },
    done: props.onDone,
  });
  return (
    <Fields onSubmit={submit}>
      <Text>{props.text}</Text>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        data-autofocus
        key={form.key('current_password')}
        {...form.getInputProps('current_password')}
      />
      {withCode ? (
        <TextInput
          label="Code"
          description="From your authenticator app, or a recovery code."
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          key={form.key('code')}
          {...form.getInputProps('code')}
        />
      ) : null}
      {problem ? <Alert color="red">{problem}</Alert> : null}
      <FormButtons label={props.label} color={props.color} loading={form.submitting} onCancel={props.onCancel} />
    </Fields>
  );
}
