import { NativeSelect } from '@mantine/core';
import { type Industry, type Organization, organizations } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { updateOrganization } from '../api/change-organization.ts';
import { industryOptions } from '../display-names.ts';

export function WorkspaceForm({ organization }: { organization: Organization }) {
  const { mutateAsync } = useFormMutation(updateOrganization);
  const { form, submit } = useApiForm({
    schema: organizations.update.body.pick({ name: true }).loose(),
    initialValues: { name: organization.name, industry: organization.industry ?? '' },
    send: ({ name, industry }) =>
      mutateAsync({ params: { id: organization.id }, body: { name, industry: (industry || null) as Industry | null } }),
    done: () => toast.success('Workspace saved'),
  });
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="name" label="Name" autoComplete="organization" />
      <NativeSelect
        label="Industry"
        data={industryOptions}
        key={form.key('industry')}
        {...form.getInputProps('industry')}
      />
      <SubmitButton of={form}>Save</SubmitButton>
    </Fields>
  );
}
