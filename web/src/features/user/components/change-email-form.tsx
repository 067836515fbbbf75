import { Button, TextInput } from '@mantine/core';
import { user as calls } from '@sheaf/contract';
import { useMutation } from '@tanstack/react-query';
import { useApiForm } from '../../../lib/use-api-form.ts';
import { Fields } from '../../../ui/fields.tsx';
import { changeEmail, checkEmail } from '../api/email.ts';

interface ChangeEmailFormProps {
  current: string;
  onSent(email: string): void;
}

export function ChangeEmailForm({ current, onSent }: ChangeEmailFormProps) {
  const { mutateAsync } = useMutation(changeEmail);
  const { mutate: check } = useMutation(checkEmail);
  const { form, submit } = useApiForm({
    schema: calls.changeEmail.body,
    initialValues: { new_email: '' },
    send: (body) => mutateAsync({ body }),
    done: (_, { new_email }) => onSent(new_email),
  });

  const field = form.getInputProps('new_email');
  const checkOnBlur = () => {
    field.onBlur();
    const email = form.getValues().new_email;
    if (form.validateField('new_email').hasError || email.toLowerCase() === current) return;
    const onSuccess = ({ available }: { available: boolean }) => {
      if (!available && form.getValues().new_email === email) {
        form.setFieldError('new_email', 'This address already has an account');
      }
    };
    check({ body: { email } }, { onSuccess });
  };

  return (
    <Fields onSubmit={submit}>
      <TextInput
        label="New email"
        type="email"
        autoComplete="email"
        key={form.key('new_email')}
        {...field}
        onBlur={checkOnBlur}
      />
      <div>
        <Button type="submit" loading={form.submitting}>
          Send code
        </Button>
      </div>
    </Fields>
  );
}
