import { user as calls, type User } from '@sheaf/contract';
import type { ReactNode } from 'react';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, TextField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { updateProfile } from '../api/profile.ts';

interface GeneralInfoFormProps {
  user: User;
  onSaved?(): void;
  /** Renders the buttons, if Save is not enough; one of them submits. */
  renderButtons?(submitting: boolean): ReactNode;
}

const confirm = () => toast.success('Name saved');

export function GeneralInfoForm({ user, onSaved = confirm, renderButtons }: GeneralInfoFormProps) {
  const { mutateAsync } = useFormMutation(updateProfile);
  const { form, submit } = useApiForm({
    schema: calls.update.body,
    initialValues: { name: user.name },
    send: (body) => mutateAsync({ body }),
    done: onSaved,
  });
  return (
    <Fields onSubmit={submit}>
      <TextField of={form} name="name" label="Name" autoComplete="name" />
      {renderButtons ? renderButtons(form.submitting) : <SubmitButton of={form}>Save</SubmitButton>}
    </Fields>
  );
}
