import { Button, TextInput } from '@mantine/core';
import { user as calls, type User } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { Fields } from '../../../ui/fields.tsx';
import { toast } from '../../../ui/toast.ts';
import { updateProfile } from '../api/profile.ts';

export function GeneralInfoForm({ user }: { user: User }) {
  const { mutateAsync } = useMutation(updateProfile);
  const { form, submit } = useApiForm({
    schema: calls.update.body,
    initialValues: { name: user.name },
    send: (body) => mutateAsync({ body }),
    done: () => toast.success('Name saved'),
  });
  return (
    <Fields onSubmit={submit}>
      <TextInput label="Name" autoComplete="name" key={form.key('name')} {...form.getInputProps('name')} />
      <div>
        <Button type="submit" loading={form.submitting}>
          Save
        </Button>
      </div>
    </Fields>
  );
}
