import { Button, NativeSelect } from '@mantine/core';
import { type Industry, organizations } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { enterOrganization } from '../../../lib/session/change-organization.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { createOrganization } from '../api/change-organization.ts';
import { industryOptions } from '../display-names.ts';

/** Creates a workspace and switches to it. */
export function CreateForm() {
  const { mutateAsync, isSuccess } = useFormMutation(createOrganization);
  const { form, submit } = useApiForm({
    schema: organizations.create.body.pick({ name: true }).loose(),
    initialValues: { name: '', industry: '' },
    send: ({ name, industry }) => mutateAsync({ body: { name, industry: (industry || null) as Industry | null } }),
    done: ({ id, name }) => enterOrganization(id, `You’re now in ${name}`),
  });
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="name" label="Name" autoComplete="organization" autoFocus />
      <NativeSelect
        label="Industry (optional)"
        data={industryOptions}
        key={form.key('industry')}
        {...form.getInputProps('industry')}
      />
      <Button type="submit" fullWidth loading={form.submitting || isSuccess}>
        Create workspace
      </Button>
    </Fields>
  );
}
