import { TextInput } from '@mantine/core';
import { invites } from '@sheaf/contract';
import { useApiForm } from '../../../lib/api/use-api-form.ts';
import { useFormMutation } from '../../../lib/api/use-form-mutation.ts';
import { toast } from '../../../ui/feedback/toast.ts';
import { Fields, PasswordField, TextField } from '../../../ui/forms/fields.tsx';
import { SubmitButton } from '../../../ui/forms/form-buttons.tsx';
import { registerInvited } from '../api/accept.ts';

interface AcceptFormProps {
  slug: string;
  email: string;
  organization: { id: string; name: string };
}

/** Creates an account that joins the organization; the guards then decide where to go. */
export function AcceptForm({ slug, email, organization }: AcceptFormProps) {
  const { mutateAsync } = useFormMutation(registerInvited);
  const { form, submit } = useApiForm({
    schema: invites.register.body,
    initialValues: { name: '', password: '', password_confirmation: '' },
    send: (body) => mutateAsync({ params: { slug }, body, organizationId: organization.id }),
    done: () => toast.success(`You’re now in ${organization.name}`),
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput label="Email" type="email" autoComplete="username" value={email} readOnly variant="filled" />
      <TextField of={form} name="name" label="Name" autoComplete="name" autoFocus />
      <PasswordField of={form} name="password" label="Password" autoComplete="new-password" />
      <PasswordField of={form} name="password_confirmation" label="Repeat password" autoComplete="new-password" />
      <SubmitButton of={form} fullWidth>
        Create account and join
      </SubmitButton>
    </Fields>
  );
}
