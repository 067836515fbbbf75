import { Button, NativeSelect, TextInput } from '@mantine/core';
import { type Industry, type Organization, organizations } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { Fields } from '../../../ui/fields.tsx';
import { toast } from '../../../ui/toast.ts';
import { updateOrganization } from '../api/change-organization.ts';
import { industryOptions } from '../industry-names.ts';

export function WorkspaceForm({ organization }: { organization: Organization }) {
  const { mutateAsync } = useMutation(updateOrganization);
  const { form, submit } = useApiForm({
    schema: organizations.update.body.pick({ name: true }).loose(),
    initialValues: { name: organization.name, industry: organization.industry ?? '' },
    send: ({ name, industry }) =>
      mutateAsync({ params: { id: organization.id }, body: { name, industry: (industry || null) as Industry | null } }),
    done: () => toast.success('Workspace saved'),
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput label="Name" autoComplete="organization" key={form.key('name')} {...form.getInputProps('name')} />
      <NativeSelect
        label="Industry"
        data={industryOptions}
        key={form.key('industry')}
        {...form.getInputProps('industry')}
      />
      <div>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
      </div>
    </Fields>
  );
}
