import { type Organization, organizations } from '@sheaf/contract';
import type { ReactNode } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { updateOrganization } from '../api/change-organization.ts';

interface WorkspaceNameFormProps {
  organization: Organization;
  onSaved(): void;
  /** Renders the buttons; one of them submits. */
  renderButtons(submitting: boolean): ReactNode;
}

/** Changes only the name; the industry stays as it is. */
export function WorkspaceNameForm({ organization, onSaved, renderButtons }: WorkspaceNameFormProps) {
  const { mutateAsync } = useFormMutation(updateOrganization);
  const { form, submit } = useApiForm({
    schema: organizations.update.body,
    initialValues: { name: organization.name },
    send: (body) => mutateAsync({ params: { id: organization.id }, body }),
    done: onSaved,
  });
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="name" label="Workspace name" autoComplete="organization" />
      {renderButtons(form.submitting)}
    </Fields>
  );
}
