import { Alert, Checkbox, NativeSelect, Stack } from '@mantine/core';
import { apiKeys, type DataOf, type KeyScope, keyScopes } from '@sheaf/contract';
import { useState } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, PasswordField, TextField } from '../../../ui/forms/fields.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { createApiKey } from '../api/api-keys.ts';
import { expiryOf, type Lifetime, lifetimes } from '../lifetimes.ts';
import { scopeTexts } from '../scope-texts.ts';

export type CreatedKey = DataOf<typeof apiKeys.create>;

interface CreateKeyFormProps {
  onCancel(): void;
  onCreated(created: CreatedKey): void;
}

export function CreateKeyForm({ onCancel, onCreated }: CreateKeyFormProps) {
  const [lifetime, setLifetime] = useState<Lifetime>('quarter');
  const { mutateAsync } = useFormMutation(createApiKey, { showsProblem: true });
  const { form, submit, problem } = useApiForm<
    { name: string; scopes: KeyScope[]; current_password: string },
    CreatedKey
  >({
    schema: apiKeys.create.body,
    initialValues: { name: '', scopes: ['read'], current_password: '' },
    send: (body) => mutateAsync({ body: { ...body, expires_at: expiryOf(lifetime) } }),
    done: onCreated,
  });

  return (
    <Fields onSubmit={submit}>
      <TextField
        of={form}
        name="name"
        label="Name"
        placeholder="Nightly backup"
        description="What will use this key?"
        data-autofocus
      />
      <Checkbox.Group label="What it can do" key={form.key('scopes')} {...form.getInputProps('scopes')}>
        <Stack gap="sm" mt={4}>
          {keyScopes.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={scopeTexts[scope].name}
              description={scopeTexts[scope].description}
            />
          ))}
        </Stack>
      </Checkbox.Group>
      <NativeSelect
        label="Expires"
        value={lifetime}
        data={Object.entries(lifetimes).map(([value, { label }]) => ({ value, label }))}
        onChange={(event) => setLifetime(event.currentTarget.value as Lifetime)}
      />
      <PasswordField of={form} name="current_password" label="Current password" autoComplete="current-password" />
      {problem ? <Alert color="red">{problem}</Alert> : null}
      <FormButtons label="Create API key" loading={form.submitting} onCancel={onCancel} />
    </Fields>
  );
}
