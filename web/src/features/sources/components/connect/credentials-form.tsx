import { Alert, Button, Group, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { ApiError, type CredentialField } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '../../../../lib/api/use-api-form.ts';
import { Fields, PlainPasswordField } from '../../../../ui/forms/fields.tsx';
import { submitCredentials } from '../../api/connect.ts';
import { credentialRules } from '../../credential-rules.ts';

export interface Accepted {
  code: string;
  /** The fingerprint of a host key that is new to Sheaf. */
  fingerprint: string | null;
}

interface CredentialsFormProps {
  source: string;
  state: string;
  fields: readonly CredentialField[];
  onAccepted(accepted: Accepted): void;
  onCancel(): void;
}

/** One field for each value the source needs. */
export function CredentialsForm({ source, state, fields, onAccepted, onCancel }: CredentialsFormProps) {
  const { mutateAsync } = useMutation(submitCredentials);
  const [problem, setProblem] = useState<string>();
  const { form, submit } = useApiForm({
    schema: credentialRules(fields),
    initialValues: Object.fromEntries(fields.map(({ name, choices }) => [name, choices?.[0]?.value ?? ''])),
    async send(values) {
      setProblem(undefined);
      try {
        return await mutateAsync({ source, state, fields: values });
      } catch (error) {
        // Errors of a field are shown below it.
        if (error instanceof ApiError && Object.keys(error.errors).length === 0) setProblem(error.message);
        throw error;
      }
    },
    done: onAccepted,
  });

  return (
    <Fields onSubmit={submit}>
      {fields.map((field) => (
        <CredentialInput key={form.key(field.name)} field={field} {...form.getInputProps(field.name)} />
      ))}
      {problem ? (
        <Alert color="red" variant="light" role="alert">
          {problem}
        </Alert>
      ) : null}
      <Group grow gap="xs">
        <Button variant="default" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" loading={form.submitting}>
          Connect
        </Button>
      </Group>
    </Fields>
  );
}

function CredentialInput({ field, ...input }: { field: CredentialField }) {
  const shared = {
    ...input,
    label: field.label,
    description: field.hint,
    required: field.required,
    withAsterisk: false,
    descriptionProps: { mb: 4 },
    autoComplete: 'off',
    spellCheck: false,
  };
  if (field.kind === 'password') return <PlainPasswordField {...shared} autoComplete="new-password" />;
  if (field.kind === 'choice') return <NativeSelect {...shared} data={field.choices ?? []} />;
  if (field.kind === 'multiline') {
    return <Textarea {...shared} rows={4} styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }} />;
  }
  return <TextInput {...shared} autoCapitalize="off" inputMode={field.kind === 'number' ? 'numeric' : undefined} />;
}
